'use client'

import { useQuery } from '@tanstack/react-query'
import type { TurnContent } from '#lib/api/turn-content.ts'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import type { SetAside } from '#lib/canonical/session-settings.ts'
import { patchSession, request } from '../../_client/use-api.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { useLive, useSessionState } from '../live/use-live-session.ts'
import { ModelChoice } from '../models/model-choice.tsx'
import { TryAgain } from './answer-again.tsx'
import { beginEdit } from './kept-edits.ts'
import { saidAgain } from './said-again.ts'
import { useAskAnew, useIsBusy } from './use-ask-anew.ts'

interface RefusedAnswerProps {
  question: PublicMessage
  answer: PublicMessage
  model: string | null
}

/**
 * Under an answer that failed because its provider does not take the request: what of it that is, where it was named, and the
 * ways to another one. The same is not sent again, unless nothing was named and somebody wants it so.
 */
export function RefusedAnswer({ question, answer, model }: RefusedAnswerProps) {
  const live = useLive()
  const words = useLateTexts().switching
  const { data, isError } = useQuery({
    queryKey: ['refusal', answer.id],
    queryFn: () =>
      request('GET', '/api/sessions/{id}/messages/{message_id}/refusal', {
        params: { id: live.id, message_id: answer.id },
      }),
    retry: false,
  })
  const content = saidAgain(question.content)
  if (!content) return null
  // What is to blame cannot be said, and what else can be asked can.
  if (isError) {
    return (
      <div className={WAYS}>
        <OtherRequests question={question} content={content} model={model} />
      </div>
    )
  }
  if (!data) return null
  const { block, is_held, suspects } = data
  if (!block && !is_held) return <TryAgain question={question} model={model} />
  const nameOf = (type: string, count: number) => words.types[type]?.(count) ?? words.others(count, type)
  const canGo = block?.can_be_set_aside === true && block.message_id !== question.id
  return (
    <div className="space-y-2 text-ui">
      {block && (
        <p dir="auto">
          {(block.role === 'user' ? words.refused_of_yours : words.refused_of_answer)(nameOf(block.block_type, 1))}
          {block.excerpt && <q className="ms-1 text-muted">{block.excerpt}</q>}
        </p>
      )}
      <p>
        {!block && answer.metadata.error?.error_class !== 'context_overflow' && `${words.refused_whole} `}
        {words.same_not_sent}
      </p>
      <div className={WAYS}>
        {block && canGo && (
          <Without question={question} content={content} aside={[block]} label={words.go_on_without} />
        )}
        {suspects.map(({ block_type, count, set_aside }) => (
          <Without
            key={block_type}
            question={question}
            content={content}
            aside={set_aside}
            label={words.go_on_without_all(nameOf(block_type, count))}
          />
        ))}
        <OtherRequests question={question} content={content} model={model} />
      </div>
      {question.parent_id !== null && <p className="text-caption text-muted">{words.branch_earlier}</p>}
      {!block && <Resend question={question} content={content} />}
    </div>
  )
}

interface Asking {
  question: PublicMessage
  content: TurnContent
}

/** Asks anew with something left out from then on. */
function Without({ question, content, aside, label }: Asking & { aside: readonly SetAside[]; label: string }) {
  const live = useLive()
  const askAnew = useAskAnew()
  const busy = useIsBusy()
  const before = useSessionState((state) => state.session?.settings.set_aside) ?? []

  async function goOn() {
    const set_aside = [...before, ...aside.map(({ message_id, block_type }) => ({ message_id, block_type }))]
    const session = await patchSession(live.id, { set_aside }).catch((refused: unknown) =>
      live.update((state) => ({ ...state, refused })),
    )
    if (!session) return
    live.update((state) => ({ ...state, session }))
    await askAnew(question, content)
  }

  return (
    <Button variant="primary" disabled={busy} onClick={() => void goOn()} className={TOUCHABLE}>
      {label}
    </Button>
  )
}

function OtherRequests({ question, content, model }: Asking & { model: string | null }) {
  const live = useLive()
  const words = useLateTexts().switching
  const { try_otherwise } = useTexts().transcript
  const askAnew = useAskAnew()
  const busy = useIsBusy()
  return (
    <>
      <ModelChoice
        value={model}
        onPick={(id) => void askAnew(question, content, { model: id ?? undefined })}
        trigger={(props) => (
          <Button {...props} disabled={busy} className={TOUCHABLE}>
            {try_otherwise}
          </Button>
        )}
      />
      <Button
        disabled={busy}
        onClick={() => live.update((state) => beginEdit(state, live.id, question))}
        className={TOUCHABLE}
      >
        {words.edit_it}
      </Button>
    </>
  )
}

/** For who has changed what it was refused by. */
function Resend({ question, content }: Asking) {
  const words = useLateTexts().switching
  const askAnew = useAskAnew()
  const busy = useIsBusy()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
      <Button
        disabled={busy}
        onClick={() => void askAnew(question, content, { resend_refused: true })}
        className={TOUCHABLE}
      >
        {words.resend}
      </Button>
      <span className="text-caption text-muted">{words.resend_about}</span>
    </div>
  )
}

const WAYS = 'flex flex-wrap gap-2 print:hidden'
const TOUCHABLE = 'pointer-coarse:min-h-11'
