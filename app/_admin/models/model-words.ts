import type { AdminModel } from '#lib/api/admin-model.ts'
import type { AdminTexts } from '../../_texts/admin-texts.ts'

type Words = AdminTexts['models']

/** What a model can be given and asked for, in words. */
export function takes({ abilities }: Words, { capabilities, takes_temperature, efforts }: AdminModel): string {
  const { supports_images, documents, supports_tools, supports_thinking, supports_structured_output } = capabilities
  const able: readonly [boolean, string][] = [
    [supports_images, abilities.images],
    [documents !== undefined, abilities.documents],
    [supports_tools, abilities.tools],
    [supports_thinking, abilities.thinking],
    [supports_structured_output, abilities.structured_output],
    [takes_temperature, abilities.sampling],
    [efforts.length > 0, abilities.efforts],
  ]
  return able.flatMap(([is, word]) => (is ? word : [])).join(', ') || abilities.text
}
