import type { Model } from '#lib/api/model.ts'
import { isPlainText } from '#lib/canonical/plain-text.ts'
import type { Texts } from '../../_texts/texts.ts'
import type { UploadedBlock } from './use-attachments.ts'

/** How a file goes to a model, as far as that is known before it is sent; `null` where there is nothing to say. */
export function whatModelGets(
  { composer: words }: Pick<Texts, 'composer'>,
  block: UploadedBlock,
  model: Model | undefined,
): string | null {
  if (!model) return null
  const { supports_images, documents } = model.capabilities
  if (block.type === 'image') return supports_images ? null : words.sees_no_pictures(model.label)
  if (isPlainText(block.media_type)) return words.goes_as_text
  return documents?.media_types.includes(block.media_type) ? words.goes_as_is : words.its_text_goes
}
