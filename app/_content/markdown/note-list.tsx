import { useLateTexts } from '../../_texts/texts.ts'
import type { Note } from './answer-text.ts'
import { viewOf } from './node-view.tsx'

/** At the end of an answer. Each says its own direction and none that of the answer. */
export function NoteList({ notes }: { notes: ReadonlyMap<string, Note> }) {
  const words = useLateTexts().reading
  if (notes.size === 0) return null
  return (
    <section aria-label={words.footnotes} className="notes">
      <ol>
        {[...notes].map(([label, { content }]) => (
          <li key={label} dir="auto">
            {viewOf(content.children)}
          </li>
        ))}
      </ol>
    </section>
  )
}
