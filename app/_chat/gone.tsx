'use client'

import { useTexts } from '../_texts/texts.ts'
import { PageLink } from '../_ui/page-link.tsx'
import { COMPOSER_ID } from './composer/composer-id.ts'
import { PageHeader } from './page-header.tsx'

/** It never was, or is not any more. */
export function Gone({ deleted }: { deleted: boolean }) {
  const words = useTexts().page
  return (
    <>
      <title>Metis</title>
      <PageHeader title="" />
      {/* There is no message field: the link that skips to it leads here. */}
      <div
        id={COMPOSER_ID}
        tabIndex={-1}
        className="column flex flex-1 flex-col justify-center gap-3 pb-24 outline-none"
      >
        <h1 className="font-semibold font-serif text-h2">{deleted ? words.deleted : words.missing}</h1>
        <p className="text-muted">{deleted ? words.deleted_about : words.missing_about}</p>
        <p>
          <PageLink
            href="/"
            className="inline-flex items-center text-accent underline underline-offset-3 pointer-coarse:min-h-11"
          >
            {words.start_new_chat}
          </PageLink>
        </p>
      </div>
    </>
  )
}
