'use client'

import { useSyncExternalStore } from 'react'

interface Kept<T> {
  draft: T | null
  /** False where the browser keeps nothing, or not so much: it lives as long as the page then. */
  isKept: boolean
}

/** A draft that the browser keeps at a place: of this address, and so of this installation. `read`: null for what is none. */
export function keptDraft<T>(place: string, read: (said: unknown) => T | null) {
  const NOTHING: Kept<T> = { draft: null, isKept: true }
  const watchers = new Set<() => void>()
  let known: { text: string | null; kept: Kept<T> } = { text: null, kept: NOTHING }

  function current(): Kept<T> {
    if (!known.kept.isKept) return known.kept
    let text: string | null = null
    try {
      text = localStorage.getItem(place)
    } catch {
      // A browser that keeps nothing has no draft.
    }
    if (text !== known.text) known = { text, kept: { draft: parse(text), isKept: true } }
    return known.kept
  }

  function parse(text: string | null): T | null {
    try {
      return read(JSON.parse(text ?? 'null'))
    } catch {
      return null
    }
  }

  function subscribe(watcher: () => void): () => void {
    watchers.add(watcher)
    addEventListener('storage', watcher)
    return () => {
      watchers.delete(watcher)
      removeEventListener('storage', watcher)
    }
  }

  return {
    useKept: () => useSyncExternalStore(subscribe, current, () => NOTHING),
    keep(draft: T | null): void {
      const text = draft && JSON.stringify(draft)
      known = { text, kept: { draft, isKept: true } }
      try {
        if (text === null) localStorage.removeItem(place)
        else localStorage.setItem(place, text)
      } catch {
        known = { text, kept: { draft, isKept: draft === null } }
      }
      for (const watcher of watchers) watcher()
    },
  }
}
