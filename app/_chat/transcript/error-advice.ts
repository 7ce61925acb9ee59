import type { Texts } from '../../_texts/texts.ts'

/** Of a class and for a reason that a newer server may send, too. */
export interface Failure {
  error_class: string
  reason?: string | undefined
}

/** What an error means to the person who sees it, and the way on: what is known of its reason, or else of its class. */
export function adviceFor(
  { failures }: Pick<Texts, 'failures'>,
  { error_class, reason = '' }: Failure,
): { title: string; advice: string } {
  const { advice } = failures
  const known = [reason, error_class].find((name) => Object.hasOwn(advice, name)) ?? 'other'
  return advice[known as keyof typeof advice]
}
