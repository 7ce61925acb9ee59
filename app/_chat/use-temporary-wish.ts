'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'

/** Whether the address of the start page asks for a temporary chat: taken once, so that a reload begins afresh. */
export function useTemporaryWish(onTake: () => void): void {
  const router = useRouter()
  const isWished = useSearchParams()?.get('temporary') === 'on'
  const take = useEffectEvent(() => {
    router.replace('/')
    onTake()
  })
  useEffect(() => {
    if (isWished) take()
  }, [isWished])
}
