import type { ErrorDetails } from '#lib/api/error.ts'

/** What a page says of somebody who came back from the identity provider; `late`: their challenge holds no more. */
export type ReturnProblem = ErrorDetails<'oidc_failed'>['problem'] | 'late'

const PROBLEMS = {
  unavailable: true,
  refused: true,
  declined: true,
  unknown: true,
  taken: true,
  late: true,
} as const satisfies Record<ReturnProblem, true>

/** Null for what is no word of the sign-in. */
export function problemOf({ code, details }: { code: string; details?: unknown }): ReturnProblem | null {
  if (code === 'challenge_unusable') return 'late'
  if (code !== 'oidc_failed') return null
  return (details as { problem: ReturnProblem }).problem
}

/**
 * Where a browser goes whose person is signed in by now: the page of the sign-in takes away what somebody else has left in it,
 * and looks at where it goes on (`next-page.ts`).
 */
export function arrivalPage(next: string): string {
  return `/sign-in?${new URLSearchParams({ arrived: '', next })}`
}

export function problemPage(problem: ReturnProblem, { isSignedIn }: { isSignedIn: boolean }): string {
  return `${isSignedIn ? '/settings/account' : '/sign-in'}?${new URLSearchParams({ problem })}`
}

/** What the address of a page says of it; anybody may have written that. */
export function returnOf(search: string): { isArrived: boolean; problem: ReturnProblem | null } {
  const said = new URLSearchParams(search)
  const problem = said.get('problem') ?? ''
  return { isArrived: said.has('arrived'), problem: isProblem(problem) ? problem : null }
}

function isProblem(said: string): said is ReturnProblem {
  return Object.hasOwn(PROBLEMS, said)
}
