'use client'

import { useQuery } from '@tanstack/react-query'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { patchSession, request } from '../../_client/use-api.ts'
import { useLateTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { useLive, useSessionState } from '../live/use-live-session.ts'
import { saidAgain } from './said-again.ts'
import { useAskAnew, useIsBusy } from './use-ask-anew.ts'

/**
 * Under an answer that failed because its provider does not take something of the chat: what that is, and another request
 * without it. The same one would be refused again; where nothing is known, the question stays to be changed.
 */
export function RefusedBlock({ question, answer }: { question: PublicMessage; answer: PublicMessage }) {
  const live = useLive()
  const words = useLateTexts().switching
  const askAnew = useAskAnew()
  const busy = useIsBusy()
  const aside = useSessionState((state) => state.session?.settings.set_aside) ?? []
  const { data } = useQuery({
    queryKey: ['refusal', answer.id],
    queryFn: () =>
      request('GET', '/api/sessions/{id}/messages/{message_id}/refusal', {
        params: { id: live.id, message_id: answer.id },
      }),
    retry: false,
  })
  const content = saidAgain(question.content)
  if (!data || !content) return null
  const { message_id, block_type, excerpt, role, can_be_set_aside } = data

  async function goOn(content: NonNullable<ReturnType<typeof saidAgain>>) {
    const session = await patchSession(live.id, { set_aside: [...aside, { message_id, block_type }] }).catch(
      (refused: unknown) => live.update((state) => ({ ...state, refused })),
    )
    if (!session) return
    live.update((state) => ({ ...state, session }))
    await askAnew(question, content)
  }

  const what = words.types[block_type]?.(1) ?? words.others(1, block_type)
  return (
    <div className="space-y-2 text-ui">
      <p dir="auto">
        {role === 'user' ? words.refused_of_yours(what) : words.refused_of_answer(what)}
        {excerpt && <q className="ms-1 text-muted">{excerpt}</q>}
      </p>
      {can_be_set_aside && message_id !== question.id && (
        <Button
          variant="primary"
          disabled={busy}
          onClick={() => void goOn(content)}
          className="pointer-coarse:min-h-11"
        >
          {words.go_on_without}
        </Button>
      )}
    </div>
  )
}
