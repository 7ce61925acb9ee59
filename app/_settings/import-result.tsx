'use client'

import type { ImportDetail, ListedImport } from '../_client/use-imports.ts'
import { useLateTexts } from '../_texts/texts.ts'
import { PageLink } from '../_ui/page-link.tsx'
import { ImportItems, ImportLosses } from './import-items.tsx'

/** What came of an import, with the way to it. */
export function ImportResult({
  given: { created, losses },
  detail,
}: {
  given: ListedImport
  detail: ImportDetail | undefined
}) {
  const words = useLateTexts().imports
  const made = [...(detail?.chats_listed ?? []), ...(detail?.conflicts ?? [])].filter(
    ({ state }) => state === 'applied',
  )
  return (
    <div className="my-2 max-w-[42em]">
      <p role="status">
        {words.created(created.chats)}{' '}
        {created.chats > 0 && (
          <PageLink href="/" className="underline">
            {words.to_chats}
          </PageLink>
        )}
      </p>
      {created.kept > 0 && <p className="text-ink-soft">{words.kept(created.kept)}</p>}
      <ImportItems title={words.show_chats} items={made} />
      <ImportItems title={words.left_out(detail?.bad.length ?? 0)} items={detail?.bad ?? []} />
      <ImportLosses losses={losses} />
    </div>
  )
}
