'use client'

import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { TurnContent } from '#lib/api/turn-content.ts'
import { createSession, deleteSession, isRefusal, postTurn, SESSIONS_KEY } from '../_client/use-api.ts'
import { useAttempt } from '../_client/use-attempt.ts'
import { Composer } from './composer/composer.tsx'
import { ComposerDock } from './composer/composer-dock.tsx'
import { COMPOSER_ID } from './composer/composer-id.ts'
import { ExamplePrompts } from './composer/example-prompts.tsx'
import { forgetDraft, useDraft } from './composer/use-draft.ts'
import { DemoNotice } from './demo-notice.tsx'
import { prepareLiveSession } from './live/use-live-session.ts'
import { ModelPicker } from './models/model-picker.tsx'
import { PageHeader } from './page-header.tsx'
import { ServerNotice } from './server-notice.tsx'
import { AskedTurn } from './transcript/asked-turn.tsx'

/** A chat that does not exist until its first message is accepted. */
export function NewChat() {
  const router = useRouter()
  const client = useQueryClient()
  const [draftKey, setDraftKey] = useState('new')
  const [text, setText] = useDraft(draftKey)
  const [model, setModel] = useState<string | null>(null)
  const [asking, setAsking] = useState<TurnContent | null>(null)
  const attempt = useAttempt()

  async function send(content: TurnContent) {
    setAsking(content)
    try {
      const { id, message_id } = await attempt({ model, content }, (key) => begin(content, key))
      // What was typed meanwhile is for the chat that now begins.
      forgetDraft('new')
      setDraftKey(id)
      void client.invalidateQueries({ queryKey: SESSIONS_KEY })
      prepareLiveSession(id, client, { content, message_id })
      router.push(`/c/${id}`)
    } catch (cause) {
      setAsking(null)
      throw cause
    }
  }

  async function begin(content: TurnContent, key: string): Promise<{ id: string; message_id: string }> {
    const { id } = await createSession(model === null ? {} : { active_model: model }, key)
    try {
      const { message_id } = await postTurn(id, content, key)
      return { id, message_id }
    } catch (error) {
      // A refused first message leaves no empty chat behind. Where no answer came, it may have been accepted all the same.
      if (isRefusal(error)) await deleteSession(id).catch(() => undefined)
      else void client.invalidateQueries({ queryKey: SESSIONS_KEY })
      throw error
    }
  }

  return (
    <>
      <title>Metis</title>
      <PageHeader title="" />
      <div
        className={clsx(
          'flex min-h-0 flex-1 flex-col',
          asking ? 'overflow-hidden' : 'justify-end overflow-y-auto md:justify-center md:pb-[12vh]',
        )}
      >
        {asking ? (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <div className="column pt-6 pb-10">
              <AskedTurn content={asking} />
            </div>
          </div>
        ) : (
          <Welcome />
        )}
        <ComposerDock>
          <DemoNotice />
          <ServerNotice model={model} />
          <Composer text={text} onTextChange={setText} onSend={send} autoFocus>
            <ModelPicker value={model} onPick={setModel} />
          </Composer>
        </ComposerDock>
        {!asking && (
          <ExamplePrompts
            onPick={(prompt) => {
              setText(prompt)
              document.getElementById(COMPOSER_ID)?.focus()
            }}
          />
        )}
      </div>
    </>
  )
}

function Welcome() {
  return (
    <div className="column flex flex-1 flex-col justify-center gap-1 py-8 md:flex-none">
      <h2 className="text-balance font-semibold text-2xl tracking-tight md:text-[1.75rem]">
        What would you like to know?
      </h2>
      <p className="text-muted">One conversation, any model. Switch whenever you like; nothing is lost.</p>
    </div>
  )
}
