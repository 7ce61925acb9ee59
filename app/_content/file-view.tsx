'use client'

import { useQuery } from '@tanstack/react-query'
import type { DocumentBlock } from '#lib/canonical/block.ts'
import { errorWords } from '../_client/error-words.ts'
import { request } from '../_client/use-api.ts'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { Dialog } from '../_ui/dialog.tsx'
import { Icon } from '../_ui/icon.tsx'
import { IconButton } from '../_ui/icon-button.tsx'
import { fileKind } from './file-kind.ts'

/** What a model gets of a file in which this was found; `null` where nobody knows. */
export type ModelGets = (found: { has_text: boolean; is_encrypted: boolean }) => string | null

export interface FileViewProps {
  file: Pick<DocumentBlock, 'name' | 'title' | 'media_type'>
  /** The `data` of its `file_ref`. */
  address: string
  gets?: ModelGets | undefined
  onClose: () => void
}

/** What a file of the conversation is and what can be read in it: text alone, whatever else it holds. */
export function FileView({ file: { name, title, media_type }, address, gets, onClose }: FileViewProps) {
  const texts = useTexts()
  const { format } = texts
  const words = useLateTexts().reading
  const hash = address.replace('attachments/', '')
  const { data, error, refetch } = useQuery({
    queryKey: ['file', hash, name],
    queryFn: () => request('GET', '/api/attachments/{hash}/preview', { params: { hash }, query: { name } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const facts = data && [
    fileKind({ media_type, name }) ?? texts.content.text,
    data.pages !== null && words.pages(data.pages),
    format.size(data.byte_length),
  ]
  const sent = data && gets?.({ has_text: data.text !== null, is_encrypted: data.is_encrypted })
  return (
    <Dialog label={words.file(title || name)} shape="palette" onClose={onClose}>
      <header className="flex items-start gap-1 border-line border-b py-2 ps-5 pe-2">
        <div className="min-w-0 flex-1 py-1.5">
          <h2 dir="auto" className="break-words font-semibold text-ui">
            {title || name}
          </h2>
          <p className="min-h-5 text-caption text-muted">{facts?.filter(Boolean).join(' · ')}</p>
          {sent && <p className="text-caption text-ink-soft">{sent}</p>}
        </div>
        <a
          href={`/api/${address}`}
          download={name}
          aria-label={texts.content.download(name)}
          title={texts.content.download(name)}
          className="inline-grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
        >
          <Icon name="download" />
        </a>
        <IconButton icon="close" label={words.close} autoFocus onClick={onClose} />
      </header>
      {error ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 px-5 py-6 text-small">
          {errorWords(texts, error)}
          <Button onClick={() => void refetch()}>{words.try_again}</Button>
        </div>
      ) : (
        <section
          aria-label={words.in_file}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keys as well
          tabIndex={0}
          className="min-h-40 overflow-y-auto overscroll-contain px-5 py-4"
        >
          {data?.text === null && <p className="text-muted text-small">{words.nothing_in_file}</p>}
          {data?.text && (
            <pre dir="auto" className="whitespace-pre-wrap break-words font-mono text-small">
              {data.text}
            </pre>
          )}
          {data?.text && data.characters > data.text.length && (
            <p className="mt-4 border-line border-t pt-3 text-caption text-muted">
              {words.beginning_of_file(data.text.length, data.characters)}
            </p>
          )}
        </section>
      )}
    </Dialog>
  )
}
