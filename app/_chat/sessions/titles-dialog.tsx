'use client'

import { errorWords } from '../../_client/error-words.ts'
import { useModels } from '../../_client/use-api.ts'
import { useSettings, useSettingsChange } from '../../_client/use-settings.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Dialog } from '../../_ui/dialog.tsx'

/** Who names new chats. */
export function TitlesDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts()
  const words = useLateTexts().labels
  const { data } = useSettings()
  const { change, error } = useSettingsChange()
  const models = useModels().data?.models.filter(({ configured }) => configured) ?? []

  return (
    <Dialog label={words.titles} onClose={onClose}>
      <h2 className="font-semibold font-serif text-h3">{words.titles}</h2>
      <label className="mt-3 block">
        <span className="mb-1 block font-semibold text-muted text-small">{words.named_by}</span>
        <select
          value={data?.title_model ?? 'off'}
          disabled={!data}
          onChange={(event) => change({ title_model: event.target.value })}
          className="min-h-(--row) w-full rounded-control border border-line-control bg-raised px-2.5 text-base md:text-ui"
        >
          <option value="off">{words.first_words}</option>
          <option value="chat">{words.own_model}</option>
          {models.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <p className="mt-2 text-muted text-small">{words.titles_about}</p>
      <p role="alert" className="mt-2 text-danger text-small empty:hidden">
        {error && errorWords(texts, error)}
      </p>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>{words.done}</Button>
      </div>
    </Dialog>
  )
}
