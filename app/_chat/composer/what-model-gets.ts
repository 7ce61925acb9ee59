import type { Model } from '#lib/api/model.ts'
import { isPlainText } from '#lib/canonical/plain-text.ts'
import type { ModelGets } from '../../_content/file-view.tsx'
import type { Texts } from '../../_texts/texts.ts'
import type { FoundInFile, UploadedBlock } from './attachment.ts'

/**
 * How a file goes to a model, as far as that is known before it is sent; `null` where there is nothing to say. Of a document
 * it is surer with what was `found` in it.
 */
export function whatModelGets(
  { composer: words }: Pick<Texts, 'composer'>,
  { type, media_type }: Pick<UploadedBlock, 'type' | 'media_type'>,
  model: Model | undefined,
  found: Pick<FoundInFile, 'has_text' | 'is_encrypted'> | null = null,
): string | null {
  if (!model) return null
  const { supports_images, documents } = model.capabilities
  if (type === 'image') return supports_images ? null : words.sees_no_pictures(model.label)
  if (isPlainText(media_type)) return words.goes_as_text
  const hasNoText = found?.has_text === false
  const isForItsHost = hasNoText && documents?.parsed_media_types?.includes(media_type)
  if (documents?.media_types.includes(media_type) && !found?.is_encrypted && !isForItsHost) return words.goes_as_is
  return hasNoText ? words.nothing_goes : words.its_text_goes
}

/** The same, said of a model by its name once it is known what is in the file. */
export function getsOf(
  texts: Pick<Texts, 'composer'>,
  block: Pick<UploadedBlock, 'type' | 'media_type'>,
  model: Model | undefined,
): ModelGets {
  return (found) => {
    const what = whatModelGets(texts, block, model, found)
    return what === null || !model ? null : texts.composer.model_gets(model.label, what)
  }
}
