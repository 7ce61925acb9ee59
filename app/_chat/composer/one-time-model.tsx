import type { Model } from '#lib/api/model.ts'
import { useTexts } from '../../_texts/texts.ts'
import { MOST_COMPARED } from '../compare/compared.ts'
import { Notice } from '../notice.tsx'
import { aliasOf } from './alias.ts'
import { forSeveral } from './several-models.ts'

/** Which model a leading `@alias` gives this message to. */
export function OneTimeModel({ text, models }: { text: string; models: readonly Model[] }) {
  const words = useTexts().composer
  const several = text.startsWith('@') ? forSeveral(text, models) : null
  if (several) {
    return (
      <Notice>
        {words.side_by_side}{' '}
        <strong className="font-medium">{several.models.map(({ label }) => label).join(', ')}</strong>
        {several.models.length > MOST_COMPARED && words.too_many_models(MOST_COMPARED)}
      </Notice>
    )
  }
  const model = text.startsWith('@') ? aliasOf(text, models) : undefined
  if (!model) return null
  return (
    <Notice>
      {words.only_this_message} <strong className="font-medium">{model.label}</strong>
      {!model.configured && !model.scripted && words.which_is_not_configured}
    </Notice>
  )
}
