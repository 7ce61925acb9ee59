import type { TurnContent } from '#lib/api/turn-content.ts'
import { QuestionView } from './question-view.tsx'
import { Waiting } from './waiting.tsx'

/** A question in the frame in which it was asked, where its turn will stand. */
export function AskedTurn({ content }: { content: TurnContent }) {
  return (
    <section className="turn space-y-5" aria-label="Exchange" aria-busy="true">
      <QuestionView message={{ content }} />
      <Waiting turn={null} />
    </section>
  )
}
