'use client'

import type { FormEvent } from 'react'
import { useId, useRef, useState } from 'react'
import type { Preset } from '#lib/canonical/preset.ts'
import { ANSWER_LENGTH, TEMPERATURE } from '../_chat/composer/number-range.ts'
import { EffortField, FallbackField, NumberInput, PromptInput, ToolsField } from '../_chat/composer/settings-field.tsx'
import { chosenModel } from '../_chat/models/model.ts'
import { presetProblem } from '../_chat/presets/preset-problem.ts'
import { ApiError, useModels } from '../_client/use-api.ts'
import { usePresetChanges } from '../_client/use-preset-changes.ts'
import { FIELD } from '../_providers/field.tsx'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { Fault } from './fault.tsx'
import { changesOf, draftOf, presetOf } from './preset-draft.ts'
import { PresetModel } from './preset-model.tsx'

interface Problem {
  field: 'name' | 'model' | null
  words: string
}

/** One preset, made or changed. `null` is a new one. */
export function PresetForm({ preset, onDone }: { preset: Preset | null; onDone: (kept: Preset | null) => void }) {
  const texts = useTexts()
  const late = useLateTexts()
  const { panels, presets: words } = late
  const { data } = useModels()
  const { create, change } = usePresetChanges()
  const form = useRef<HTMLFormElement>(null)
  const nameId = useId()
  const [first] = useState(() => draftOf(preset, texts.format.typed))
  const [draft, setDraft] = useState(first)
  /** Of the one that is changed: it may be deleted elsewhere meanwhile. */
  const [id, setId] = useState(preset?.id ?? null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSaving, setSaving] = useState(false)

  function put(some: Partial<typeof draft>) {
    setDraft((before) => ({ ...before, ...some }))
    setProblem(null)
  }

  const model = chosenModel(draft.model, data)

  async function save(event: FormEvent) {
    event.preventDefault()
    const said = presetOf(draft)
    if (draft.name.trim() === '') return refuse({ field: 'name', words: words.name_missing })
    if (!said) return form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    const before = presetOf(first)
    setSaving(true)
    setProblem(null)
    try {
      onDone(id !== null && before ? await change(id, changesOf(before, said)) : await create(said))
    } catch (error) {
      setSaving(false)
      const code = error instanceof ApiError ? error.code : null
      if (code === 'not_found') setId(null)
      const field = code === 'name_taken' ? 'name' : code === 'unknown_model' ? 'model' : null
      refuse({ field, words: presetProblem(texts, late, error) })
    }
  }

  function refuse(problem: Problem) {
    setProblem(problem)
    if (problem.field !== null) form.current?.querySelector<HTMLElement>(`[data-field="${problem.field}"]`)?.focus()
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={preset ? words.edit_of(preset.name) : words.make}
      onSubmit={(event) => void save(event)}
      className="max-w-2xl space-y-4"
    >
      <div className="grid gap-4 md:grid-cols-2">
        <div>
          <label htmlFor={nameId} className="mb-1 block font-semibold text-caption text-muted">
            {words.name}
          </label>
          <input
            id={nameId}
            data-field="name"
            // biome-ignore lint/a11y/noAutofocus: the form was just asked for
            autoFocus
            autoComplete="off"
            maxLength={60}
            dir="auto"
            value={draft.name}
            aria-invalid={problem?.field === 'name'}
            aria-describedby={`${nameId}-problem`}
            onChange={(event) => put({ name: event.target.value })}
            className={`${FIELD} aria-invalid:border-danger`}
          />
          <Fault id={`${nameId}-problem`} words={problem?.field === 'name' ? problem.words : null} />
        </div>
        <PresetModel
          value={draft.model}
          models={data?.models ?? []}
          problem={problem?.field === 'model' ? problem.words : null}
          onPick={(model) => put({ model })}
        />
      </div>
      <PromptInput text={draft.prompt} about={words.prompt_about} onText={(prompt) => put({ prompt })} />
      <EffortField value={draft.effort} model={model} onPick={(effort) => put({ effort })} />
      <div className="grid grid-cols-2 gap-4">
        <NumberInput
          label={panels.temperature}
          range={TEMPERATURE}
          note={model?.takes_temperature === false ? panels.no_temperature(model.label) : panels.temperature_range}
          text={draft.temperature}
          onText={(temperature) => put({ temperature })}
        />
        <NumberInput
          label={panels.answer_length}
          range={ANSWER_LENGTH}
          note={panels.in_tokens}
          text={draft.length}
          onText={(length) => put({ length })}
        />
      </div>
      <ToolsField
        value={draft.tools}
        note={model?.capabilities.supports_tools === false ? panels.no_tools(model.label) : null}
        onChange={(tools) => put({ tools })}
      />
      <FallbackField value={draft.fallback} onChange={(fallback) => put({ fallback })} />
      <Fault words={problem?.field === null ? problem.words : null} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" disabled={isSaving} className="pointer-coarse:min-h-11">
          {words.save}
        </Button>
        <Button onClick={() => onDone(null)} className="pointer-coarse:min-h-11">
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}
