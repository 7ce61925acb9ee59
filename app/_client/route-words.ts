import type { Texts } from '../_texts/texts.ts'

type Words = Pick<Texts, 'failures'>

/** Of what a newer server may send as well. */
interface Link {
  policy: string
  verdict: string
  rejection?: string | undefined
  reason: string
}

/** How a model came to be asked, in the language of the reader; the server's own words where those are in it already. */
export function policyWords({ failures: { policies } }: Words, policy: string): string {
  return known(policies, policy) ?? policy.replaceAll('_', ' ')
}

/** What became of one way to a model, and why. */
export function linkWords({ failures: { routes } }: Words, { verdict, rejection, reason }: Link): string {
  const why = known(routes?.rejections, rejection) ?? known(routes?.verdicts, verdict)
  return why ?? (reason || verdict.replaceAll('_', ' '))
}

/** Why this model, below by what it was chosen; null where that says it all. */
export function choiceWords(
  { failures: { routes } }: Words,
  { mode, reason }: { mode: string; reason: string },
): string | null {
  if (!routes || !Object.hasOwn(routes.chosen, mode)) return reason
  const alias = /@\S+/.exec(reason)?.[0]
  return alias === undefined ? null : routes.by_alias(alias)
}

function known(words: Readonly<Record<string, string>> | undefined, name: string | undefined): string | undefined {
  return words && name !== undefined && Object.hasOwn(words, name) ? words[name] : undefined
}
