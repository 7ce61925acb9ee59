import type { AdminModel } from '#lib/api/admin-model.ts'
import type { AdminTexts } from '../../_texts/admin-texts.ts'
import type { Texts } from '../../_texts/texts.ts'

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

type ClaimName = AdminModel['claims'][number]['claim']

/** What is claimed of a model, in words; nothing of a claim that only a newer server knows. */
export function claimed(name: ClaimName, model: AdminModel, words: Words, { format, composer }: Texts): string {
  const { values } = words
  const { capabilities, takes_temperature, efforts, refuses } = model
  const { supports_tools, supports_images, image_limits, documents, hosted_tools = [] } = capabilities
  const isTaken = (is: boolean) => (is ? values.taken : values.refused)
  const is = (able: boolean) => (able ? values.yes : values.no)
  const said: Readonly<Record<string, () => string>> = {
    limits: () =>
      values.limits(format.count(capabilities.max_context_tokens), format.count(capabilities.max_output_tokens)),
    images: () => {
      if (!supports_images || !image_limits) return is(supports_images)
      const { max_count, max_base64_bytes, max_side_pixels } = image_limits
      return values.images(format.count(max_count), format.size(max_base64_bytes), format.count(max_side_pixels))
    },
    documents: () =>
      documents ? values.documents(format.count(documents.max_count), format.count(documents.max_pages)) : values.no,
    tools: () => is(supports_tools),
    forced_tools: () => {
      if (!supports_tools) return values.no
      if (refuses.includes('forced_tools')) return values.refused
      return refuses.includes('forced_tools_beside_thinking') ? values.without_thinking : values.taken
    },
    parallel_tool_calls: () => is(supports_tools && capabilities.supports_parallel_tool_calls),
    thinking: () => {
      if (!capabilities.supports_thinking) return values.no
      const much = efforts.map((effort) => composer.efforts[effort]).join(', ')
      const whether = refuses.includes('no_thinking') ? values.always : values.yes
      return much === '' ? whether : values.with_efforts(whether, much)
    },
    structured_output: () => is(capabilities.supports_structured_output),
    prompt_caching: () => is(capabilities.supports_prompt_caching),
    sampling: () => isTaken(takes_temperature),
    stop_sequences: () => isTaken(!refuses.includes('stop_sequences')),
    hosted_tools: () =>
      hosted_tools.length === 0 ? values.none : hosted_tools.map((tool) => values.hosted[tool]).join(', '),
  }
  return said[name]?.() ?? ''
}
