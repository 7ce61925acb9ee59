'use client'

import { useState } from 'react'
import type { TurnContent } from '#lib/api/turn-content.ts'
import { patchSession, postComparison, postTurn, useModels } from '../_client/use-api.ts'
import { useAttempt } from '../_client/use-attempt.ts'
import { lateComponent } from '../_content/late-component.tsx'
import { spendingDetail, spendingLabel } from '../_content/spending.ts'
import { useTexts } from '../_texts/texts.ts'
import { PageLink } from '../_ui/page-link.tsx'
import { BranchMapPlace } from './branches/branch-map-place.tsx'
import { useCommand } from './commands/use-command.ts'
import { openComparison, useCompared } from './compare/compared.ts'
import { leftOut } from './composer/chat-settings.tsx'
import type { ChatSettingsChange } from './composer/chat-settings-value.ts'
import { Composer } from './composer/composer.tsx'
import { ComposerDock } from './composer/composer-dock.tsx'
import { COMPOSER_ID, focusComposerByKeyboard } from './composer/composer-id.ts'
import { ComposerSettings } from './composer/composer-settings.tsx'
import { ContextMeter } from './composer/context-meter.tsx'
import { SendError } from './composer/send-error.tsx'
import { questionForSeveral } from './composer/several-models.ts'
import { StopButton } from './composer/stop-button.tsx'
import { useCommands } from './composer/use-commands.ts'
import { useDraft } from './composer/use-draft.ts'
import { remember } from './composer/use-new-settings.ts'
import { isBusy, useQueue } from './composer/use-queue.ts'
import type { SendHow } from './composer/use-sending.ts'
import { useSeveral } from './composer/use-several.ts'
import { DemoNotice } from './demo-notice.tsx'
import { acceptAsking, ask, withdrawAsking } from './live/asking.ts'
import { ConnectionNotice } from './live/connection-notice.tsx'
import { runningTurns } from './live/session-state.ts'
import {
  LiveSessionProvider,
  useConnection,
  useLive,
  useLiveSession,
  useSessionState,
} from './live/use-live-session.ts'
import { useStop } from './live/use-stop.ts'
import { chosenModel } from './models/model.ts'
import { ModelPicker } from './models/model-picker.tsx'
import { PageHeader } from './page-header.tsx'
import { ServerNotice } from './server-notice.tsx'
import { useLookingAt } from './sessions/use-seen.ts'
import { StorageNotice } from './storage-notice.tsx'
import { TemporaryNote } from './temporary-note.tsx'
import { Announcer } from './transcript/announcer.tsx'
import { copiedText } from './transcript/copied-text.ts'
import { saidAgain, wordsOf } from './transcript/said-again.ts'
import { Transcript } from './transcript/transcript.tsx'
import { groupTurns, modelOf } from './transcript/turn-group.ts'

const CompareView = lateComponent(async () => (await import('./compare/compare-view.tsx')).CompareView)
const QueueView = lateComponent(async () => (await import('./composer/queue-view.tsx')).QueueView)

export function Conversation({ id }: { id: string }) {
  const live = useLiveSession(id)
  return (
    <LiveSessionProvider value={live}>
      <ConversationPage />
    </LiveSessionProvider>
  )
}

function ConversationPage() {
  const texts = useTexts()
  const missing = useConnection() === 'missing'
  const deleted = useSessionState((state) => state.deleted)
  const loaded = useSessionState((state) => state.session !== null)
  const title = useSessionState((state) => state.session?.title) ?? (loaded ? texts.page.new_chat : '')
  const cost = useSessionState((state) => state.session?.cost_usd)
  const unpriced = useSessionState((state) => state.session?.unpriced_calls) ?? 0
  const compared = useCompared()
  useLookingAt(useSessionState((state) => state.session))
  const notKept = useSessionState((state) => state.kept === 'nothing')
  if (missing || deleted) return <Gone deleted={deleted} />
  return (
    <>
      <title>{title ? `${title} · Metis` : 'Metis'}</title>
      <PageHeader title={title}>
        <ConnectionNotice />
        <Hands />
        {cost !== undefined && (Number(cost) > 0 || unpriced > 0) && (
          <span
            className="shrink-0 font-semibold text-small"
            title={spendingDetail(texts, texts.models.cost_of_chat, unpriced)}
          >
            {spendingLabel(texts, cost, unpriced)}
          </span>
        )}
      </PageHeader>
      {notKept ? <NotKept /> : compared ? <CompareView ids={compared} /> : <Transcript />}
      <Announcer />
      {!notKept && <BranchMapPlace />}
      {(notKept || !compared) && <ConversationComposer />}
    </>
  )
}

/** How many answers of how many models, where the whole conversation is here. */
function Hands() {
  const words = useTexts().models
  const whole = useSessionState((state) => state.tree.path[0]?.parent_id === null)
  const groups = groupTurns(useSessionState((state) => state.tree.path))
  const answered = groups.filter(({ answers }) => answers.length > 0)
  const models = new Set(answered.map(modelOf)).size
  if (!whole || answered.length === 0) return null
  return (
    <span className="hidden shrink-0 text-muted text-small md:inline">
      {words.answers(answered.length)}, {words.count(models)}
    </span>
  )
}

function ConversationComposer() {
  const texts = useTexts()
  const live = useLive()
  const path = useSessionState((state) => state.tree.path)
  const turn = useSessionState((state) => runningTurns(state)[0] ?? null)
  const { data } = useModels()
  const model = useSessionState((state) => state.session?.active_model) ?? null
  const pending = useSessionState((state) => state.session?.pending_model)
  const [text, setText] = useDraft(live.id)
  const refused = useSessionState((state) => state.refused)
  const [fault, setError] = useState<unknown>(null)
  const error = refused ?? fault
  const attempt = useAttempt()
  const stop = useStop()
  const session = useSessionState((state) => state.session)
  const outcome = useSessionState((state) => state.outcome)
  const value = {
    settings: session?.settings ?? {},
    system_prompt: session?.system_prompt ?? null,
    title_origin: session?.title_origin,
  }
  const next = chosenModel(pending === undefined ? model : pending, data)
  const queue = useQueue({
    sessionId: live.id,
    loaded: session !== null,
    turnId: turn?.turn_id ?? null,
    outcome,
    post: async ({ key, content }) => (await post(content, key)).turn_id,
    stop: () => void stop?.(),
    onError: setError,
  })

  async function post(content: TurnContent, key: string) {
    live.update((state) => ask(state, content))
    try {
      const several = questionForSeveral(content, data?.models ?? [])
      const started = several ? await compare(several, key) : await postTurn(live.id, { content }, key)
      live.update((state) => acceptAsking(state, started.message_id))
      return started
    } catch (cause) {
      live.update(withdrawAsking)
      throw cause
    }
  }

  /** Their answers stand side by side from the first word on. */
  async function compare(question: { models: string[]; content: TurnContent }, key: string) {
    const { turns } = await postComparison(live.id, question, key)
    openComparison(
      live.id,
      turns.map(({ message_id }) => message_id),
    )
    return turns[0] ?? { turn_id: '', message_id: '' }
  }

  async function send(content: TurnContent, how: SendHow) {
    if (turn) return queue.add(content, how)
    try {
      await attempt(content, (key) => post(content, key))
    } catch (cause) {
      if (isBusy(cause)) queue.wait(content)
      else throw cause
    }
  }

  async function change(fields: Parameters<typeof patchSession>[1]) {
    try {
      const session = await patchSession(live.id, fields)
      live.update((state) => ({ ...state, session }))
      setError(null)
    } catch (cause) {
      setError(cause)
    }
  }

  function changeSettings(fields: ChatSettingsChange) {
    remember(fields)
    void change(fields)
  }

  /** The arrow up in an empty field leads to what was asked last. */
  function editLast(): boolean {
    let isThere = false
    live.update((state) => {
      const question = state.tree.path.findLast(({ role }) => role === 'user')
      isThere =
        question !== undefined &&
        runningTurns(state).length === 0 &&
        !state.asking &&
        saidAgain(question.content) !== null
      if (!question || !isThere) return state
      return { ...state, editing: { message_id: question.id, text: wordsOf(question.content) } }
    })
    return isThere
  }

  function lastAnswer(): string {
    return copiedText(groupTurns(path).at(-1)?.answers ?? [])
  }

  function stopByPress() {
    void stop?.()
    focusComposerByKeyboard()
  }

  function dismiss() {
    setError(null)
    live.update((state) => ({ ...state, refused: null }))
  }

  const several = useSeveral(text, setText)
  const commands = useCommands({
    model: next,
    onModel: (id) => void change({ active_model: id }),
    onSettings: changeSettings,
    text,
  })

  useCommand('stop', stop && (() => void stop()))
  const hasAnswer = path.some(({ role }) => role === 'assistant')
  useCommand('copy_answer', hasAnswer ? () => void navigator.clipboard.writeText(lastAnswer()) : null)

  return (
    <ComposerDock>
      <ServerNotice model={model} />
      <div className="column">
        <StorageNotice />
      </div>
      {session?.temporary && <TemporaryNote />}
      {error !== null && (
        <div className="column">
          <SendError error={error} onDismiss={dismiss} />
        </div>
      )}
      <div className="column">
        <QueueView queue={queue} running={turn !== null} />
      </div>
      <Composer
        text={text}
        onTextChange={setText}
        onSend={send}
        busy={turn !== null}
        notes={leftOut(texts, value, next)}
        model={next}
        commands={commands}
        onArrowUp={editLast}
        autoFocus
        action={turn && <StopButton stopping={turn.state === 'cancelling'} onStop={stopByPress} />}
      >
        <ModelPicker
          value={model}
          pending={pending}
          onPick={(id) => void change({ active_model: id })}
          compare={several}
        />
        <ComposerSettings value={value} model={next} onChange={changeSettings} />
      </Composer>
      <DemoNotice>
        <ContextMeter draft={text} model={next} />
      </DemoNotice>
    </ComposerDock>
  )
}

/** The server is away, and this browser has nothing of the chat. It comes by itself once there is an answer. */
function NotKept() {
  const words = useTexts().page
  return (
    <div className="column flex flex-1 flex-col justify-center gap-3">
      <h2 className="font-semibold font-serif text-h2">{words.away}</h2>
      <p className="text-muted">{words.away_about}</p>
    </div>
  )
}

function Gone({ deleted }: { deleted: boolean }) {
  const words = useTexts().page
  return (
    <>
      <title>Metis</title>
      <PageHeader title="" />
      {/* There is no message field: the link that skips to it leads here. */}
      <div
        id={COMPOSER_ID}
        tabIndex={-1}
        className="column flex flex-1 flex-col justify-center gap-3 pb-24 outline-none"
      >
        <h1 className="font-semibold font-serif text-h2">{deleted ? words.deleted : words.missing}</h1>
        <p className="text-muted">{deleted ? words.deleted_about : words.missing_about}</p>
        <p>
          <PageLink
            href="/"
            className="inline-flex items-center text-accent underline underline-offset-3 pointer-coarse:min-h-11"
          >
            {words.start_new_chat}
          </PageLink>
        </p>
      </div>
    </>
  )
}
