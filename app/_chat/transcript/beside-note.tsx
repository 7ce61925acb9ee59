'use client'

import { useTexts } from '../../_texts/texts.ts'
import { openComparison } from '../compare/compared.ts'
import { useLive, useSessionState } from '../live/use-live-session.ts'

/** Under the last answer: others to the same question are still being written, and nothing else can be asked. */
export function BesideNote() {
  const live = useLive()
  const texts = useTexts().transcript
  const first = useSessionState(({ tree }) => tree.path.findLast(({ role }) => role === 'user')?.id)
  const others = useSessionState(({ beside }) =>
    [...beside.values()].flatMap(({ turn, question_id }) => (turn ? question_id : [])).join(','),
  )
  if (others === '' || first === undefined) return null
  return (
    <p className="flex min-h-7 items-center gap-2 text-muted text-small print:hidden">
      <span>{texts.others_answering}</span>
      <button
        type="button"
        onClick={() => openComparison(live.id, [first, ...others.split(',')])}
        className="min-h-7 rounded-control px-1.5 font-medium text-accent hover:bg-hover pointer-coarse:min-h-11"
      >
        {texts.side_by_side}
      </button>
    </p>
  )
}
