import type { ContentBlock } from '#lib/canonical/block.ts'
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
