import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'
import type { LateTexts } from '../../_texts/texts.ts'

export type Automatic = NonNullable<AnswerOf<EndpointOf<'/api/sessions/{id}/portability', 'GET'>>['automatic']>

/** Why routing comes to that model where nobody chooses one. */
export function whyAutomatic(
  { switching: { automatic: words } }: Pick<LateTexts, 'switching'>,
  { policy, name, reason }: Automatic,
): string {
  if (policy === 'rule') return name === null ? words.budget : words.rule(name)
  if (policy === 'workspace_default' && name !== null) return words.folder(name)
  return policy === 'global_default' ? words.standard : reason
}
