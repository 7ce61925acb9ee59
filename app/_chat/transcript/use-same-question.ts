'use client'

import { useQuery } from '@tanstack/react-query'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { nearestSiblings } from '../../_client/branches.ts'
import { useLive, useSessionState } from '../live/use-live-session.ts'
import { saidAgain } from './said-again.ts'

/**
 * Whether one of the `total` that stand in the place of a question says the same: then they have answers of one question. Those
 * that are not here are asked for.
 */
export function useIsAskedTwice(question: PublicMessage, total: number): boolean {
  const live = useLive()
  const known = useSessionState(({ tree }) => tree.known)
  const here = [...known.values()].filter((each) => isBeside(each, question))
  const isHere = here.some((each) => saysTheSame(each, question))
  const { data } = useQuery({
    queryKey: ['siblings', live.id, question.id, total],
    queryFn: async () => (await nearestSiblings(live.id, question.id)).messages,
    enabled: !isHere && here.length < total - 1,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return isHere || data?.some((each) => isBeside(each, question) && saysTheSame(each, question)) === true
}

function isBeside(message: PublicMessage, question: PublicMessage): boolean {
  return message.parent_id === question.parent_id && message.role === 'user' && message.id !== question.id
}

function saysTheSame(one: PublicMessage, other: PublicMessage): boolean {
  const [said, again] = [saidAgain(one.content), saidAgain(other.content)]
  return said !== null && JSON.stringify(said) === JSON.stringify(again)
}
