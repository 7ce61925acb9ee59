'use client'

import { useAskBeforeLeaving } from '../../_ui/use-ask-before-leaving.ts'
import { keptDraft } from '../kept-draft.ts'

/** Rules that are not saved, and the version that they were made from. */
interface RulesDraft {
  text: string
  based_on: number
}

const { useKept, keep } = keptDraft('metis:routing-draft', (said): RulesDraft | null => {
  const draft = said as Partial<RulesDraft> | null
  return typeof draft?.text === 'string' && typeof draft.based_on === 'number' ? (draft as RulesDraft) : null
})

/** The text as it is being written, in this browser; `saved` is what holds. */
export function useRulesDraft(saved: { rules: string; version: number }) {
  const { draft, isKept } = useKept()
  const isChanged = draft !== null
  useAskBeforeLeaving(isChanged)
  return {
    text: draft?.text ?? saved.rules,
    based_on: draft?.based_on ?? saved.version,
    isChanged,
    isKept,
    write(text: string) {
      keep(text === saved.rules ? null : { text, based_on: draft?.based_on ?? saved.version })
    },
    /** What another one saved is known, and this goes on top of it. */
    rebase(version: number) {
      if (draft) keep({ ...draft, based_on: version })
    },
    discard: () => keep(null),
  }
}
