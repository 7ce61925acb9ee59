'use client'

import { useSyncExternalStore } from 'react'

/** What this browser prefers of models: chats begin with one, and some are not shown. */
export interface ModelPreference {
  /** `null`: what the server has as its default. */
  first: string | null
  hidden: readonly string[]
}

const PLACE = 'metis:models'
const NOTHING: ModelPreference = { first: null, hidden: [] }

const watchers = new Set<() => void>()
let known: { text: string | null; value: ModelPreference } = { text: null, value: NOTHING }

function current(): ModelPreference {
  let text: string | null = null
  try {
    text = localStorage.getItem(PLACE)
  } catch {
    // A browser that keeps nothing prefers nothing.
  }
  if (text !== known.text) known = { text, value: parse(text) }
  return known.value
}

/** What an older or newer version wrote is read as far as it is understood. */
function parse(text: string | null): ModelPreference {
  try {
    const { first, hidden } = JSON.parse(text ?? '{}') as Record<string, unknown>
    return {
      first: typeof first === 'string' ? first : null,
      hidden: Array.isArray(hidden) ? hidden.filter((id) => typeof id === 'string') : [],
    }
  } catch {
    return NOTHING
  }
}

export function preferModels(change: Partial<ModelPreference>): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...current(), ...change }))
  } catch {
    // It holds for nothing then, and the page says what holds.
  }
  for (const watcher of watchers) watcher()
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    removeEventListener('storage', watcher)
  }
}

export function useModelPreference(): ModelPreference {
  return useSyncExternalStore(subscribe, current, () => NOTHING)
}
