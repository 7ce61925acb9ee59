'use client'

import { useEffect } from 'react'
import { useLive, useSessionState } from '../live/use-live-session.ts'
import { forgetEdit, lastEdit } from './kept-edits.ts'

/** A question that was being written anew when its chat was left is so again; one that is gone is no more. */
export function useKeptEdit(): void {
  const live = useLive()
  const isLoaded = useSessionState(({ session }) => session !== null)
  const gone = useSessionState((state) => state.gone)

  useEffect(() => {
    const kept = isLoaded ? lastEdit(live.id) : undefined
    if (kept) live.update((state) => (state.editing ? state : { ...state, editing: { ...kept, isFromBefore: true } }))
  }, [live, isLoaded])

  useEffect(() => {
    for (const id of gone) forgetEdit(live.id, id)
  }, [live, gone])
}
