import type { SentBody } from '../canonical/exchange-record.ts'

/**
 * Whether a request that was made anew is the one that was sent. `mended`: the provider refused that one, and was sent another
 * upon it, which nobody kept. `unknown`: nothing was kept to compare it with.
 */
export type Sameness =
  | { is: 'sent' | 'mended' | 'unknown' }
  /** Names of the fields of the body that are others by now; those that hold the conversation are `conversation`. */
  | { is: 'other'; fields: string[] }

/** `attempts`: what is kept of each attempt of the request, in their order. */
export function samenessOf(made: SentBody, attempts: readonly (SentBody | null)[]): Sameness {
  const last = attempts.at(-1)
  if (!last) return { is: 'unknown' }
  if (last.sha256 === made.sha256) return { is: 'sent' }
  if (attempts.some((each) => each?.sha256 === made.sha256)) return { is: 'mended' }
  const names = new Set([...Object.keys(made.fields), ...Object.keys(last.fields)])
  const fields = [...names].filter((name) => made.fields[name] !== last.fields[name])
  return { is: 'other', fields: fields.length > 0 ? fields : ['conversation'] }
}
