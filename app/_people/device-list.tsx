'use client'

import { useState } from 'react'
import { errorWords } from '../_client/error-words.ts'
import { type Device, useDevices } from '../_client/use-people.ts'
import { Fault } from '../_settings/fault.tsx'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { deviceName } from './device-name.ts'
import { leave } from './leave.ts'

/** Browsers that are signed in, each of which can be signed out from here. */
export function DeviceList() {
  const texts = useTexts()
  const words = useLateTexts().people
  const { devices, end, endOthers } = useDevices()
  const [problem, setProblem] = useState<string | null>(null)
  if (!devices) return null
  const others = devices.filter(({ is_current }) => !is_current).length

  async function run(work: Promise<void>) {
    setProblem(null)
    await work.catch((error: unknown) => setProblem(errorWords(texts, error)))
  }

  function nameOf({ user_agent }: Device): string {
    const { browser, system } = deviceName(user_agent)
    return words.device(browser === '' ? words.unknown_browser : browser, system)
  }

  return (
    <section aria-labelledby="devices">
      <h2 id="devices" className="mt-8 mb-2 font-semibold font-serif text-h2">
        {words.devices}
      </h2>
      <ul className="max-w-3xl border-line-strong border-t">
        {devices.map((device) => (
          <li key={device.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-2">
            <span className="min-w-0 flex-1">
              <span className="block">
                {nameOf(device)}
                {device.is_current && <span className="text-muted"> · {words.this_device}</span>}
              </span>
              <span className="block break-words text-caption text-muted">
                {words.seen(texts.format.moment(new Date(device.seen_at)), device.address)}
              </span>
            </span>
            {!device.is_current && (
              <Button
                aria-label={words.end_of(nameOf(device))}
                onClick={() => void run(end(device.id))}
                className="pointer-coarse:min-h-11"
              >
                {words.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button onClick={() => void run(endOthers())} className="pointer-coarse:min-h-11">
            {words.end_others(others)}
          </Button>
          <Button onClick={() => void run(leave({ everywhere: true }))} className="pointer-coarse:min-h-11">
            {words.end_all}
          </Button>
        </div>
      )}
      <Fault words={problem} />
    </section>
  )
}
