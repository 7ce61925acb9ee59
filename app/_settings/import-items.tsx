'use client'

import type { ImportDetail, ListedImport } from '../_client/use-imports.ts'
import { Said } from '../_content/said.tsx'
import { useLateTexts } from '../_texts/texts.ts'
import { PageLink } from '../_ui/page-link.tsx'

type Item = ImportDetail['bad'][number]

/** Chats of an import, folded: there may be a hundred. What a file calls them is shown as it is. */
export function ImportItems({ title, items }: { title: string; items: readonly Item[] }) {
  const words = useLateTexts().imports
  if (items.length === 0) return null
  return (
    <details className="my-2">
      <summary className="min-h-(--row) cursor-pointer content-center pointer-coarse:min-h-11">{title}</summary>
      <ul className="my-1 list-disc ps-6">
        {items.map((item, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is not changed, and what it holds has no other name
          <li key={n} className="break-words">
            <Title item={item} untitled={words.untitled} />
            {item.reason !== null && (
              <span className="block text-caption text-muted">
                <Said sentence={item.reason} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Title({ item: { title, external_id, session_id }, untitled }: { item: Item; untitled: string }) {
  const name = title ?? external_id ?? untitled
  if (session_id === null) return <span dir="auto">{name}</span>
  return (
    <PageLink href={`/c/${session_id}`} dir="auto" className="underline">
      {name}
    </PageLink>
  )
}

/** What does not come along, in words and counts. */
export function ImportLosses({ losses }: Pick<ListedImport, 'losses'>) {
  const words = useLateTexts().imports
  if (losses.length === 0) return null
  return (
    <details open className="my-2">
      <summary className="min-h-(--row) cursor-pointer content-center pointer-coarse:min-h-11">{words.losses}</summary>
      <ul className="my-1 list-disc ps-6 text-ink-soft">
        {losses.map(({ kind, count, detail }) => {
          const said = words.loss[kind](count)
          return (
            <li key={kind} className="break-words">
              {detail === undefined ? said : words.loss_detail(said, detail)}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
