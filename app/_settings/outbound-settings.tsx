'use client'

import type { OutboundScan } from '#lib/canonical/person-settings.ts'
import { errorWords } from '../_client/error-words.ts'
import { useSettings, useSettingsChange } from '../_client/use-settings.ts'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Choices } from './choices.tsx'

/** What becomes of keys and of what leads to people in what is sent to a provider. */
export function OutboundSettings() {
  const texts = useTexts()
  const words = useLateTexts().settings
  const { data, isError } = useSettings()
  const { change, error } = useSettingsChange()
  if (isError && !data) return null
  const choice = (value: OutboundScan) => ({ value, ...words.outbound_choices[value] })
  return (
    <section className="mt-8">
      <h2 className="mb-2 font-semibold font-serif text-h2">{words.outbound}</h2>
      <p className="mb-2 max-w-[42em] text-ink-soft">{words.outbound_about}</p>
      <Choices
        title={words.outbound}
        isPlain
        // Until it is known it has its room: what stands below it does not move.
        isDisabled={!data}
        chosen={data ? (data.outbound_scan ?? 'off') : null}
        choices={[choice('off'), choice('warn'), choice('mask')]}
        onChoose={(outbound_scan) => change({ outbound_scan })}
      />
      <p role="alert" className="mt-2 text-danger text-small empty:hidden">
        {error && errorWords(texts, error)}
      </p>
    </section>
  )
}
