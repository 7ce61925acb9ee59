/** Answered with an HTTP error instead of an answer. */
const REFUSALS = ['overloaded once', 'overloaded', 'rate limit', 'auth', 'billing', 'overflow', 'bad request'] as const
/** Strike while the answer is on its way. */
const STREAM_FAULTS = ['slow', 'stall', 'drop', 'malformed', 'midstream error', 'no end', 'bad utf8'] as const
/** The answer itself is what is wrong. */
const ANSWER_FAULTS = ['cut call', 'empty'] as const

export type RefusalFault = (typeof REFUSALS)[number]
export type StreamFault = (typeof STREAM_FAULTS)[number]
export type AnswerFault = (typeof ANSWER_FAULTS)[number]
export type Fault = RefusalFault | StreamFault | AnswerFault | 'unreachable'

/** In the order in which they are tried: 'overloaded once' before 'overloaded'. */
export const FAULTS: readonly Fault[] = [...REFUSALS, ...STREAM_FAULTS, ...ANSWER_FAULTS, 'unreachable']

const SPELLINGS: Partial<Record<Fault, string>> = {
  drop: 'drop(?:ped)?',
  'midstream error': 'mid[ -]?stream[ -]?error',
  'bad utf8': 'bad[ -]?utf-?8',
}

const PATTERNS = FAULTS.map((fault) => ({
  fault,
  pattern: new RegExp(`\\bfault:?\\s+${SPELLINGS[fault] ?? fault.replace(/ /g, '[ -]?')}\\b`, 'i'),
}))

/**
 * The fault that the words ask for, "fault rate limit", in their last paragraph: an unanswered message and the one after
 * it may arrive as one, and what failed must not fail again with whatever is said next.
 */
export function faultIn(words: string): Fault | null {
  const last =
    words
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? ''
  return PATTERNS.find(({ pattern }) => pattern.test(last))?.fault ?? null
}

export function isRefusal(fault: Fault | null): fault is RefusalFault {
  return REFUSALS.some((refusal) => refusal === fault)
}

export function isStreamFault(fault: Fault | null): fault is StreamFault {
  return STREAM_FAULTS.some((other) => other === fault)
}
