'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { request } from '../../_client/use-api.ts'
import { useAttempt } from '../../_client/use-attempt.ts'
import { useTexts } from '../../_texts/texts.ts'
import { refreshLists } from '../sessions/session-list.ts'
import { Example } from './example.tsx'

/** A chat that plays by itself: it begins on the server, and is watched from its first word. */
export function Tour() {
  const words = useTexts().page
  const attempt = useAttempt()
  const client = useQueryClient()
  const router = useRouter()
  const [state, setState] = useState<'offered' | 'begins' | 'failed'>('offered')

  async function begin() {
    if (state === 'begins') return
    setState('begins')
    try {
      const body = { title: words.tour_title }
      const { id } = await attempt('tour', (key) => request('POST', '/api/scripted-chats', { body, key }))
      void refreshLists(client)
      router.push(`/c/${id}`)
    } catch {
      setState('failed')
    }
  }

  return (
    <Example
      title={words.tour}
      about={state === 'failed' ? words.tour_failed : words.tour_about}
      onPick={() => void begin()}
    />
  )
}
