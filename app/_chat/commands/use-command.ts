'use client'

import { useEffect, useRef } from 'react'
import type { CommandId } from './command.ts'

/** One of several things that a command may be told. */
interface CommandChoice {
  value: string
  label: string
  isChosen: boolean
}

interface Offer {
  run: (value?: string) => void
  choices: () => readonly CommandChoice[]
}

const offers = new Map<CommandId, Offer[]>()
const listeners = new Set<() => void>()
let changes = 0

function offer(id: CommandId, now: Offer[]): void {
  offers.set(id, now)
  changes += 1
  for (const tell of listeners) tell()
}

export function watchOffers(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Another number whenever something else can be done. */
export function offerChanges(): number {
  return changes
}

/** What carries the command out here and now; nothing where that makes no sense. */
export function offerOf(id: CommandId): Offer | undefined {
  return offers.get(id)?.at(-1)
}

/** Whoever types fast asks before the parts of the page are there that carry it out; later than so long nobody means it any more. */
const AWAITED_MS = 5_000
let awaited: { id: CommandId; until: number } | null = null

/** Carries a command out now, or as soon as something on the page can. */
export function runCommand(id: CommandId): void {
  const found = offerOf(id)
  awaited = found ? null : { id, until: performance.now() + AWAITED_MS }
  found?.run()
}

/** Carries out a command for as long as this is on the page and `run` is no `null`. */
export function useCommand(
  id: CommandId,
  run: ((value?: string) => void) | null,
  choices: readonly CommandChoice[] = [],
): void {
  const isOffered = run !== null
  const latest = useRef({ run, choices })
  useEffect(() => {
    latest.current = { run, choices }
  })
  useEffect(() => {
    if (!isOffered) return
    const own: Offer = { run: (value) => latest.current.run?.(value), choices: () => latest.current.choices }
    const others = () => (offers.get(id) ?? []).filter((other) => other !== own)
    offer(id, [...others(), own])
    if (awaited?.id === id) {
      const isMeant = performance.now() < awaited.until
      awaited = null
      if (isMeant) own.run()
    }
    return () => offer(id, others())
  }, [id, isOffered])
}
