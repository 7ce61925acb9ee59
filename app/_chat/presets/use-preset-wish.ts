'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import type { Preset } from '#lib/canonical/preset.ts'

/** Which preset the address of the start page asks for: taken once, so that a reload begins afresh. `null`: it is gone. */
export function usePresetWish(presets: readonly Preset[] | undefined, onTake: (preset: Preset | null) => void): void {
  const router = useRouter()
  const wish = useSearchParams()?.get('preset') ?? null
  const take = useEffectEvent((id: string) => {
    router.replace('/')
    onTake(presets?.find((preset) => preset.id === id) ?? null)
  })
  const isKnown = presets !== undefined
  useEffect(() => {
    if (wish !== null && isKnown) take(wish)
  }, [wish, isKnown])
}
