import type { TurnContent } from '#lib/api/turn-content.ts'
import { QuestionView } from '../../_content/question-view.tsx'
import { exchangeName, TurnNumber } from '../../_content/turn-number.tsx'
import { useTexts } from '../../_texts/texts.ts'
import { AnswerFooterRoom } from './answer-footer.tsx'
import { Waiting } from './waiting.tsx'

/** A question in the frame in which it was asked, where its turn will stand. */
export function AskedTurn({ content, number }: { content: TurnContent; number: number | null }) {
  const words = useTexts().transcript
  return (
    <section className="turn space-y-6" aria-label={exchangeName(words, number)} aria-busy="true">
      <TurnNumber number={number} />
      {/* With the room of what will stand below it, so that nothing moves when its turn comes. */}
      <div className="-mb-3 pb-8 pointer-coarse:pb-11">
        <QuestionView message={{ content }} />
      </div>
      <Waiting turn={null} />
      <AnswerFooterRoom />
    </section>
  )
}
