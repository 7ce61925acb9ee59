import type { Model } from '#lib/api/model.ts'
import { isPlainText } from '#lib/canonical/plain-text.ts'
import type { UploadedBlock } from './use-attachments.ts'

/** How a file goes to a model, as far as that is known before it is sent; `null` where there is nothing to say. */
export function whatModelGets(block: UploadedBlock, model: Model | undefined): string | null {
  if (!model) return null
  const { supports_images, documents } = model.capabilities
  if (block.type === 'image') return supports_images ? null : `${model.label} sees no pictures`
  if (isPlainText(block.media_type)) return 'goes as text'
  return documents?.media_types.includes(block.media_type) ? 'goes as it is' : 'its text goes'
}
