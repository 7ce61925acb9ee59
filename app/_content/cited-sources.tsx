import type { ContentBlock, TextBlock } from '#lib/canonical/block.ts'
import type { Citation } from '#lib/canonical/hosted-tool.ts'
import { useTexts } from '../_texts/texts.ts'
import { SourceLink } from './source-link.tsx'

/** What the texts of an answer stand on, each source once, in the order in which they are first named. */
export function CitedSources({ content }: { content: readonly ContentBlock[] }) {
  const words = useTexts().transcript
  const sources = sourcesOf(content)
  if (sources.length === 0) return null
  return (
    <section aria-label={words.sources} className="text-sm">
      <h4 className="mb-1 font-semibold text-caption text-muted">{words.sources}</h4>
      <ol className="list-inside list-decimal space-y-0.5 marker:text-muted marker:text-xs">
        {sources.map((source) => (
          <li key={keyOf(source)} className="truncate" title={source.cited_text ?? undefined}>
            <SourceLink url={source.url} title={source.title ?? source.cited_text} />
            {typeof source.page === 'number' && <span className="text-muted text-xs"> {words.page(source.page)}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function sourcesOf(content: readonly ContentBlock[]): Citation[] {
  const byKey = new Map<string, Citation>()
  for (const block of content) {
    if (block.type !== 'text') continue
    for (const each of block.citations ?? []) if (!byKey.has(keyOf(each))) byKey.set(keyOf(each), each)
  }
  return [...byKey.values()]
}

function keyOf({ url, title, cited_text, page }: Citation): string {
  return url ?? JSON.stringify([title ?? cited_text, page])
}

/** Some providers cut a sentence wherever a source begins or ends: for a reader the pieces are one text. */
export function asOneText(content: readonly ContentBlock[]): readonly ContentBlock[] {
  if (!content.some(isCited)) return content
  const shown: ContentBlock[] = []
  for (const block of content) {
    const before = shown.at(-1)
    const isOneText = block.type === 'text' && before?.type === 'text' && (isCited(block) || isCited(before))
    if (isOneText) shown.splice(-1, 1, joined(before, block))
    else shown.push(block)
  }
  return shown
}

function isCited(block: ContentBlock): boolean {
  return block.type === 'text' && (block.citations?.length ?? 0) > 0
}

function joined(before: TextBlock, after: TextBlock): TextBlock {
  const citations = [...(before.citations ?? []), ...(after.citations ?? [])]
  return { type: 'text', text: before.text + after.text, citations }
}
