'use client'

import { useSyncExternalStore } from 'react'

/** The folders that are unfolded in the list of chats, by name; remembered in this browser. */
const KEY = 'open-folders'
const NONE: readonly string[] = []

let open: readonly string[] | null = null
const watchers = new Set<() => void>()

export function useOpenFolders(): readonly string[] {
  return useSyncExternalStore(subscribe, openFolders, () => NONE)
}

export function toggleFolder(name: string): void {
  const now = openFolders()
  remember(now.includes(name) ? now.filter((each) => each !== name) : [...now, name])
}

/** Of a chat that is opened, so that it is seen in the list. */
export function unfold(name: string): void {
  const now = openFolders()
  if (!now.includes(name)) remember([...now, name])
}

function remember(names: readonly string[]): void {
  open = names
  try {
    localStorage.setItem(KEY, JSON.stringify(open))
  } catch {
    // Storage may be full or forbidden: then they stay unfolded for as long as the page is there.
  }
  for (const onChange of watchers) onChange()
}

function subscribe(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => void watchers.delete(onChange)
}

function openFolders(): readonly string[] {
  open ??= remembered()
  return open
}

function remembered(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : NONE
  } catch {
    return NONE
  }
}
