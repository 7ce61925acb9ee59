import type { Model } from '#lib/api/model.ts'
import { Hand } from '../../_content/hand.tsx'
import { useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { MOST_COMPARED } from '../compare/compared.ts'
import { isUsable } from '../models/model.ts'
import { focusComposerByKeyboard } from './composer-id.ts'
import { namedModels, withNames } from './several-models.ts'

/** Which models this message is for, by the names at its beginning. Each can be taken away. */
export function OneTimeModel({
  text,
  models,
  onTextChange,
}: {
  text: string
  models: readonly Model[]
  onTextChange: (text: string) => void
}) {
  const words = useTexts().composer
  const named = text.startsWith('@') ? namedModels(text, models).models : []
  if (named.length === 0) return null
  const label = named.length > 1 ? words.side_by_side : words.only_this_message
  const away = named.length === 1 ? named.find((model) => !isUsable(model)) : undefined

  function remove(at: number) {
    onTextChange(withNames(text, named.toSpliced(at, 1), models))
    focusComposerByKeyboard()
  }

  return (
    <div className="flex flex-wrap items-center gap-1.5 px-4 py-1 text-caption text-muted">
      <span aria-hidden="true">{label}</span>
      <ul aria-label={label.replace(/:$/, '')} className="contents">
        {named.map(({ id, label, provider }, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a model may be named twice
            key={`${id} ${at}`}
            className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-control border border-line-strong bg-surface ps-2 text-ink pointer-coarse:min-h-11"
          >
            <Hand provider={provider} />
            <span className="min-w-0 truncate">{label}</span>
            <button
              type="button"
              aria-label={words.remove_model(label)}
              title={words.remove_model(label)}
              onClick={() => remove(at)}
              className="inline-grid size-7 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
            >
              <Icon name="close" size={12} />
            </button>
          </li>
        ))}
      </ul>
      {away && <span>{words.which_is_not_configured}</span>}
      {named.length > MOST_COMPARED && <span className="text-danger">{words.too_many_models(MOST_COMPARED)}</span>}
    </div>
  )
}
