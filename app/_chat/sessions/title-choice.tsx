'use client'

import { errorWords } from '../../_client/error-words.ts'
import { useModels } from '../../_client/use-api.ts'
import { useSettings, useSettingsChange } from '../../_client/use-settings.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { priceLabel } from '../models/model.ts'
import { TITLE_TOKENS, titleCost } from './title-cost.ts'

/** Who names new chats, and what that costs. */
export function TitleChoice() {
  const texts = useTexts()
  const words = useLateTexts().labels
  const { data } = useSettings()
  const { change, error } = useSettingsChange()
  const models = useModels().data?.models.filter(({ configured }) => configured) ?? []
  const chosen = data?.title_model ?? 'off'
  const model = models.find(({ id }) => id === chosen)

  function cost(): string {
    const { read, written, most_written } = TITLE_TOKENS
    if (chosen === 'off') return words.title_free
    if (chosen === 'chat') return words.title_of_chat(read, written, most_written)
    const amounts = model && titleCost(model.price)
    if (!amounts) return words.title_unpriced(read, written, most_written)
    const { format } = texts
    if (amounts.most === '0') return words.title_free_model
    const [usual, most] = [format.roughCost(amounts.usual), format.roughCost(amounts.most)]
    return words.title_cost(usual, most, read, written, most_written)
  }

  return (
    <>
      <label className="block">
        <span className="mb-1 block font-semibold text-muted text-small">{words.named_by}</span>
        <select
          value={chosen}
          disabled={!data}
          onChange={(event) => change({ title_model: event.target.value })}
          className="min-h-(--row) w-full rounded-control border border-line-control bg-raised px-2.5 text-base md:text-ui pointer-coarse:min-h-11"
        >
          <option value="off">{words.first_words}</option>
          <option value="chat">{words.own_model}</option>
          {models.map((each) => (
            <option key={each.id} value={each.id}>
              {`${each.label} · ${priceLabel(texts, each)}`}
            </option>
          ))}
        </select>
      </label>
      {data && <p className="mt-2 text-small">{cost()}</p>}
      <p className="mt-2 text-muted text-small">{words.titles_about}</p>
      <p role="alert" className="mt-2 text-danger text-small empty:hidden">
        {error && errorWords(texts, error)}
      </p>
    </>
  )
}
