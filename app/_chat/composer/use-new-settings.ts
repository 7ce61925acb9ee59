'use client'

import { useEffect, useState } from 'react'
import type { ChatSettingsChange, ChatSettingsValue } from './chat-settings-value.ts'
import { soundSettings } from './sound-settings.ts'

const KEY = 'chat-settings'

/**
 * The settings of a chat that is yet to begin: those that were chosen last, in whichever chat. A system prompt is about one
 * chat, and does not go on to the next.
 */
export function useNewSettings(): [
  ChatSettingsValue,
  (change: ChatSettingsChange) => void,
  /** In the place of them all, for this chat alone. */
  (value: ChatSettingsValue) => void,
] {
  const [value, setValue] = useState<ChatSettingsValue>({ settings: {}, system_prompt: null })
  // The server does not know what this browser remembers.
  useEffect(() => setValue((before) => ({ ...before, settings: remembered() })), [])

  function change({ settings = {}, system_prompt }: ChatSettingsChange) {
    remember({ settings })
    setValue((before) => ({
      settings: soundSettings({ ...before.settings, ...settings }),
      system_prompt: system_prompt === undefined ? before.system_prompt : system_prompt,
    }))
  }
  return [value, change, setValue]
}

/** For the next new chat. Storage may be full or forbidden: then it begins with none. */
export function remember({ settings }: ChatSettingsChange): void {
  if (!settings) return
  try {
    localStorage.setItem(KEY, JSON.stringify(soundSettings({ ...remembered(), ...settings })))
  } catch {
    return
  }
}

function remembered(): ChatSettingsValue['settings'] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? soundSettings(stored) : {}
  } catch {
    return {}
  }
}
