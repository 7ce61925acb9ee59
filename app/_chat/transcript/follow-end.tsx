'use client'

import { useLayoutEffect } from 'react'
import { useSessionState } from '../live/use-live-session.ts'

/** Goes on with the end of an answer in the pass that makes it longer, so that one frame shows both. */
export function FollowEnd({ follow }: { follow: () => void }) {
  const answer = useSessionState((state) => state.answer)
  // biome-ignore lint/correctness/useExhaustiveDependencies: where there is more of the answer, the end is elsewhere
  useLayoutEffect(follow, [answer])
  return null
}
