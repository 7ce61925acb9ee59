import type { Texts } from '../../_texts/texts.ts'

/** What an error means to the person who sees it, and the way on. Also for a class that a newer server may send. */
export function adviceFor(
  { failures }: Pick<Texts, 'failures'>,
  errorClass: string,
): { title: string; advice: string } {
  const { advice } = failures
  return Object.hasOwn(advice, errorClass) ? advice[errorClass as keyof typeof advice] : advice.other
}
