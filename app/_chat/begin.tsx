'use client'

import { clsx } from 'clsx'
import { useContext, useState } from 'react'
import type { Preset } from '#lib/canonical/preset.ts'
import { lateComponent } from '../_content/late-component.tsx'
import { useTexts } from '../_texts/texts.ts'
import { ExamplePrompts } from './composer/example-prompts.tsx'
import { LateKeyCard } from './late-key-card.tsx'
import { MaySetUp } from './may-set-up.ts'

const StartPresets = lateComponent(async () => (await import('./presets/start-presets.tsx')).StartPresets)

/** What one may begin with: things to try and, where nothing but a script answers, a place for a key beside them. */
export function Begin({
  scripted,
  onPick,
  presets,
  preset,
  onPreset,
}: {
  scripted: boolean
  onPick: (prompt: string) => void
  presets: readonly Preset[]
  /** The one that was chosen. */
  preset: string | null
  onPreset: (preset: Preset) => void
}) {
  const words = useTexts().page
  // A card that was here stays while the page does: it says what the key has brought.
  const offersCard = useContext(MaySetUp) && scripted
  const [hasCard, setHasCard] = useState(offersCard)
  if (offersCard && !hasCard) setHasCard(true)
  const hasAside = hasCard || presets.length > 0
  return (
    <div className={clsx('column pt-4 pb-6', hasAside && 'gap-10 md:grid md:grid-cols-[1fr_24rem]')}>
      <section>
        <h2 className="mb-2 font-semibold font-serif text-h3">{scripted ? words.without_key : words.different}</h2>
        <ExamplePrompts scripted={scripted} onPick={onPick} />
      </section>
      {hasAside && (
        <div className="mt-6 space-y-8 md:mt-0">
          {presets.length > 0 && <StartPresets presets={presets} chosen={preset} onPick={onPreset} />}
          {hasCard && <LateKeyCard />}
        </div>
      )}
    </div>
  )
}
