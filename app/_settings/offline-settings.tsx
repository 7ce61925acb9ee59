'use client'

import { useEffect, useState } from 'react'
import { type KeptAmount, keptAmount, turnKeeping } from '../_offline/all-kept.ts'
import { keepsChats } from '../_offline/kept-chats.ts'
import { useLateTexts } from '../_texts/texts.ts'

/** What this browser keeps for reading without the server, and whether it does. */
export function OfflineSettings() {
  const words = useLateTexts().settings
  const [on, setOn] = useState<boolean | null>(null)
  // `null` until it is known, and while it changes.
  const [amount, setAmount] = useState<KeptAmount | null>(null)

  useEffect(() => {
    setOn(keepsChats())
    void keptAmount().then(setAmount)
  }, [])

  async function change(next: boolean) {
    setOn(next)
    setAmount(null)
    await turnKeeping(next)
    setAmount(await keptAmount())
  }

  return (
    <>
      <h2 className="mt-8 mb-2 font-semibold font-serif text-h2">{words.in_browser}</h2>
      <label className="flex items-start gap-3 pointer-coarse:min-h-11 pointer-coarse:items-center">
        <input
          type="checkbox"
          className="mt-1 size-4 shrink-0 accent-accent-solid pointer-coarse:mt-0"
          checked={on === true}
          disabled={on === null}
          onChange={(event) => void change(event.target.checked)}
        />
        {words.keep_chats}
      </label>
      <p role="status" className="mt-2 max-w-[42em] text-ink-soft">
        {amount && (on ? words.kept(amount.chats, amount.bytes) : words.nothing_kept)}
      </p>
    </>
  )
}
