'use client'

import { type RefObject, useRef, useState } from 'react'
import type { Model } from '#lib/api/model.ts'
import type { Preset } from '#lib/canonical/preset.ts'
import { presetAbout } from '../_chat/presets/preset-about.ts'
import { awayModel, presetAddress } from '../_chat/presets/preset-start.ts'
import { errorWords } from '../_client/error-words.ts'
import { usePresetChanges } from '../_client/use-preset-changes.ts'
import { type LateTexts, useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { Icon } from '../_ui/icon.tsx'
import { PageLink } from '../_ui/page-link.tsx'
import { Question } from '../_ui/question.tsx'
import { PresetForm } from './preset-form.tsx'

/** One preset: what it holds, and what can be done with it. `models`: undefined until they are known. */
export function PresetRow({ preset, models }: { preset: Preset; models: readonly Model[] | undefined }) {
  const texts = useTexts()
  const words = useLateTexts().presets
  const { id, name, system_prompt } = preset
  const [shows, setShows] = useState<'row' | 'form' | 'question'>('row')
  const editButton = useRef<HTMLButtonElement>(null)
  const deleteButton = useRef<HTMLButtonElement>(null)
  const away = models && awayModel(preset, models)

  function back(to: RefObject<HTMLButtonElement | null>) {
    setShows('row')
    to.current?.focus()
  }

  return (
    <li className="border-line border-b py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_20rem]">
          <h2 className="break-words font-semibold" dir="auto">
            {name}
          </h2>
          <p className="text-caption text-muted">{presetAbout(texts, preset, models ?? [])}</p>
          {system_prompt !== null && (
            <p className="mt-1 line-clamp-2 break-words font-serif text-ink-soft text-small" dir="auto">
              {system_prompt}
            </p>
          )}
          {away && (
            <p className="mt-1 flex items-start gap-2 text-small text-warn">
              <span className="mt-0.5">
                <Icon name="alert" />
              </span>
              {away.provider === null ? words.gone_model(away.label) : words.away_model(away.label, away.provider)}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <PageLink href={presetAddress(id)} aria-label={words.start_of(name)} className={LINK}>
            {words.start}
          </PageLink>
          <Button
            ref={editButton}
            aria-expanded={shows === 'form'}
            aria-label={words.edit_of(name)}
            onClick={() => setShows(shows === 'form' ? 'row' : 'form')}
            className="pointer-coarse:min-h-11"
          >
            {words.edit}
          </Button>
          <Button
            ref={deleteButton}
            variant="danger"
            aria-expanded={shows === 'question'}
            aria-label={words.delete_of(name)}
            onClick={() => setShows('question')}
            className="pointer-coarse:min-h-11"
          >
            {words.delete}
          </Button>
        </div>
      </div>
      {shows === 'question' && <DeleteQuestion preset={preset} words={words} onKeep={() => back(deleteButton)} />}
      {shows === 'form' && (
        <div className="mt-3 pb-2">
          <PresetForm preset={preset} onDone={() => back(editButton)} />
        </div>
      )}
    </li>
  )
}

/** Where a person goes on whose preset is gone. */
export const MAKE_PRESET = 'make-preset'

const LINK =
  'inline-flex min-h-(--row) items-center rounded-control border border-line-control bg-raised px-3.5 font-medium text-ui hover:bg-surface pointer-coarse:min-h-11'

function DeleteQuestion({
  preset,
  words,
  onKeep,
}: {
  preset: Preset
  words: LateTexts['presets']
  onKeep: () => void
}) {
  const texts = useTexts()
  const { remove } = usePresetChanges()
  const [problem, setProblem] = useState<string | null>(null)

  async function sure() {
    try {
      await remove(preset.id)
      document.getElementById(MAKE_PRESET)?.focus()
    } catch (error) {
      setProblem(errorWords(texts, error))
    }
  }

  return (
    <Question
      label={words.delete_of(preset.name)}
      words={problem ?? words.delete_sure(preset.name)}
      keep={words.keep}
      sure={words.delete}
      onKeep={onKeep}
      onSure={() => void sure()}
    />
  )
}
