'use client'

import { useState } from 'react'
import type { Preset } from '#lib/canonical/preset.ts'
import { useModels } from '../../_client/use-api.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'
import { PageLink } from '../../_ui/page-link.tsx'
import { presetAbout } from './preset-about.ts'
import { awayModel } from './preset-start.ts'

const FIRST = 5

/** What a new chat may begin with: one is chosen before the first message is written. */
export function StartPresets({
  presets,
  chosen,
  onPick,
}: {
  presets: readonly Preset[]
  chosen: string | null
  onPick: (preset: Preset) => void
}) {
  const texts = useTexts()
  const words = useLateTexts().presets
  const models = useModels().data?.models
  const [shown, setShown] = useState(FIRST)
  // One more takes no more room than the button that would show it.
  const listed = presets.length <= shown + 1 ? presets : presets.slice(0, shown)
  return (
    <section aria-labelledby="presets">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 id="presets" className="font-semibold font-serif text-h3">
          {words.title}
        </h2>
        <PageLink href="/settings/presets" className={LINK}>
          {words.manage}
        </PageLink>
      </div>
      <ul>
        {listed.map((preset) => (
          <li key={preset.id} className="border-line not-first:border-t">
            <button
              type="button"
              aria-pressed={preset.id === chosen}
              onClick={() => onPick(preset)}
              className="group flex min-h-11 w-full items-center gap-3 py-2 text-start"
            >
              <span className="min-w-0 flex-1">
                <span
                  className="block truncate font-medium group-hover:text-accent group-aria-pressed:text-accent"
                  dir="auto"
                >
                  {preset.name}
                </span>
                <span className="block truncate text-caption text-muted">
                  {models && awayModel(preset, models)
                    ? words.away_short(presetAbout(texts, preset, models))
                    : presetAbout(texts, preset, models ?? [])}
                </span>
              </span>
              <span className="text-muted group-aria-pressed:text-accent">
                <Icon name={preset.id === chosen ? LATE_ICONS.check : 'chevron-right'} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {listed.length < presets.length && (
        <button type="button" onClick={() => setShown(presets.length)} className={LINK}>
          {words.all(presets.length)}
        </button>
      )}
    </section>
  )
}

const LINK =
  'inline-flex items-center text-small underline decoration-dotted decoration-line-control underline-offset-3 hover:text-accent pointer-coarse:min-h-11'
