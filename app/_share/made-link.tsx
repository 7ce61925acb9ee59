'use client'

import { FIELD } from '../_providers/field.tsx'
import { useLateTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { CopyButton } from '../_ui/copy-button.tsx'
import { PageLink } from '../_ui/page-link.tsx'
import { QrCode } from './qr-code.tsx'
import { reachOf } from './reach.ts'

/** The link, to be given on. */
export function MadeLink({ url, onClose }: { url: string; onClose: () => void }) {
  const words = useLateTexts().shares
  return (
    <div className="flex flex-col items-center gap-5 text-center">
      <h2 className="self-start font-semibold font-serif text-h3">{words.made_title}</h2>
      <QrCode text={url} label={words.qr} />
      <div className="w-full max-w-md">
        <label className="block text-start">
          <span className="mb-1 block font-semibold text-caption text-muted">{words.link}</span>
          <span className="flex items-center gap-1">
            <input
              readOnly
              value={url}
              dir="ltr"
              // biome-ignore lint/a11y/noAutofocus: what was pressed has made way for it
              autoFocus
              onFocus={({ target }) => target.select()}
              className={FIELD}
            />
            <CopyButton text={url} label={words.copy_link} />
          </span>
        </label>
      </div>
      <p className="max-w-md text-ink-soft text-small">{words.reach[reachOf(location.hostname)]}</p>
      <p className="flex flex-wrap justify-center gap-x-6 text-small">
        <a
          href={url}
          target="_blank"
          rel="noopener"
          className="text-accent underline underline-offset-3 pointer-coarse:leading-11"
        >
          {words.open_page}
        </a>
        <PageLink href="/shares" className="text-accent underline underline-offset-3 pointer-coarse:leading-11">
          {words.all_links}
        </PageLink>
      </p>
      <Button variant="primary" onClick={onClose}>
        {words.done}
      </Button>
    </div>
  )
}
