'use client'

import { memo, useState } from 'react'
import type { TurnContent } from '#lib/api/turn-content.ts'
import type { PictureDecision } from '#lib/canonical/session-settings.ts'
import { postComparison, postTurn, useModels } from '../_client/use-api.ts'
import { useAttempt } from '../_client/use-attempt.ts'
import { behindFirstScreen } from '../_content/first-screen.ts'
import { lateComponent } from '../_content/late-component.tsx'
import { useTexts } from '../_texts/texts.ts'
import { useCommand } from './commands/use-command.ts'
import { openComparison } from './compare/compared.ts'
import { leftOut } from './composer/chat-settings.tsx'
import type { ChatSettingsChange } from './composer/chat-settings-value.ts'
import { Composer } from './composer/composer.tsx'
import { ComposerDock } from './composer/composer-dock.tsx'
import { focusComposerByKeyboard } from './composer/composer-id.ts'
import { ComposerSettings } from './composer/composer-settings.tsx'
import { LateSendError } from './composer/late-send-error.ts'
import type { QueuedMessage } from './composer/queue.ts'
import { keptSent } from './composer/sent.ts'
import { questionForSeveral } from './composer/several-models.ts'
import { StopButton } from './composer/stop-button.tsx'
import { useDraft } from './composer/use-draft.ts'
import { remember } from './composer/use-new-settings.ts'
import { isBusy, useQueue } from './composer/use-queue.ts'
import type { SendHow } from './composer/use-sending.ts'
import { useSeveral } from './composer/use-several.ts'
import { DemoNotice } from './demo-notice.tsx'
import { acceptAsking, ask, withdrawAsking } from './live/asking.ts'
import { runningTurns } from './live/session-state.ts'
import { useLive, useSessionState } from './live/use-live-session.ts'
import { useStop } from './live/use-stop.ts'
import { chosenModel, modelLabel } from './models/model.ts'
import { ModelPicker } from './models/model-picker.tsx'
import { ServerNotice } from './server-notice.tsx'
import { useSwitch } from './switching/use-switch.ts'
import { TemporaryNote } from './temporary-note.tsx'
import { saidAgain } from './transcript/said-again.ts'

const StorageNotice = lateComponent(
  behindFirstScreen(async () => (await import('./composer/late-parts.ts')).PARTS.StorageNotice),
)

const ContextMeter = lateComponent(
  behindFirstScreen(async () => (await import('./composer/late-parts.ts')).PARTS.ContextMeter),
)

const EditFromBefore = lateComponent(
  behindFirstScreen(async () => (await import('./transcript/late-parts.ts')).PARTS.EditFromBefore),
)

const BudgetNotice = lateComponent(
  behindFirstScreen(async () => (await import('./composer/late-parts.ts')).PARTS.BudgetNotice),
)

const SwitchDialog = lateComponent(async () => (await import('./late-dialogs.ts')).DIALOGS.SwitchDialog)

const Decided = lateComponent(behindFirstScreen(async () => (await import('./composer/late-parts.ts')).PARTS.Decided))

const AllGoes = lateComponent(behindFirstScreen(async () => (await import('./composer/late-parts.ts')).PARTS.AllGoes))

const QueueView = lateComponent(
  behindFirstScreen(async () => (await import('./composer/late-parts.ts')).PARTS.QueueView),
)

const SaidAfterAll = lateComponent(
  behindFirstScreen(async () => (await import('./composer/late-parts.ts')).PARTS.SaidAfterAll),
)

type Said = Pick<QueuedMessage, 'content' | 'resolution'>

/** Where a message to this chat is written, and what stands around it: what waits, what failed, who gets it. */
export const ConversationComposer = memo(function ConversationComposer() {
  const texts = useTexts()
  const live = useLive()
  const path = useSessionState((state) => state.tree.path)
  const turn = useSessionState((state) => runningTurns(state)[0] ?? null)
  const { data } = useModels()
  const model = useSessionState((state) => state.session?.active_model) ?? null
  const pending = useSessionState((state) => state.session?.pending_model)
  const refused = useSessionState((state) => state.refused)
  const [fault, setError] = useState<unknown>(null)
  const error = refused ?? fault
  const attempt = useAttempt(keptSent(live.id, path.at(-1)?.id ?? null))
  const stop = useStop()
  const session = useSessionState((state) => state.session)
  const [text, setText, isKept, release] = useDraft(live.id, session?.temporary)
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
    post: async ({ key, content, resolution }) => (await post({ content, resolution }, key)).turn_id,
    stop: () => void stop?.(),
    onError: setError,
  })

  const answering = {
    sessionId: live.id,
    loaded: session !== null,
    turnId: turn?.turn_id ?? null,
    steps: path.length,
    onError: setError,
  }

  async function post(said: Said, key: string) {
    const { content, resolution } = said
    live.update((state) => ask(state, content))
    try {
      const several = questionForSeveral(content, data?.models ?? [])
      const started = several ? await compare({ ...several, resolution }, key) : await postTurn(live.id, said, key)
      live.update((state) => acceptAsking(state, started.message_id))
      return started
    } catch (cause) {
      live.update(withdrawAsking)
      throw cause
    }
  }

  /** Their answers stand side by side from the first word on. */
  async function compare(question: Said & { models: string[] }, key: string) {
    const { turns } = await postComparison(live.id, question, key)
    openComparison(
      live.id,
      turns.map(({ message_id }) => message_id),
    )
    return turns[0] ?? { turn_id: '', message_id: '' }
  }

  async function send(content: TurnContent, how: SendHow, resolution?: PictureDecision) {
    const said = { content, resolution }
    try {
      if (turn) queue.add(content, how, resolution)
      else await attempt(said, (key) => post(said, key))
    } catch (cause) {
      if (!isBusy(cause)) throw cause
      queue.wait(content, resolution)
    }
    release()
  }

  function changeSettings(fields: ChatSettingsChange) {
    remember(fields)
    void switching.change(fields).catch(setError)
  }

  /** The arrow up in an empty field leads to what was asked last. */
  function editLast(): boolean {
    const question = path.findLast(({ role }) => role === 'user')
    if (!question || turn !== null || live.state.asking || saidAgain(question.content) === null) return false
    import('./transcript/kept-edits.ts')
      .then(({ beginEdit }) => live.update((state) => beginEdit(state, live.id, question)))
      .catch(setError)
    return true
  }

  function stopByPress() {
    void stop?.()
    focusComposerByKeyboard()
  }

  function dismiss() {
    setError(null)
    live.update((state) => ({ ...state, refused: null }))
  }

  const switching = useSwitch(setError, text)
  const choose = (id: string | null) => void switching.choose(id)
  const seeWays = next && (() => void switching.look(next.id))
  const several = useSeveral(text, setText)
  const commands = {
    inChat: true,
    model: next,
    isChosen: (pending === undefined ? model : pending) !== null,
    onModel: choose,
    onSettings: changeSettings,
  }

  useCommand('stop', stop && (() => void stop()))

  return (
    <ComposerDock>
      {session && <ServerNotice model={model} />}
      <div className="column">
        <StorageNotice />
        <EditFromBefore />
        <BudgetNotice
          moment={turn?.turn_id ?? (error === null ? null : 'refused')}
          model={pending === undefined ? model : pending}
          onPick={choose}
        />
      </div>
      {session?.temporary && <TemporaryNote />}
      {error !== null && (
        <div className="column">
          <LateSendError error={error} onDismiss={dismiss} onWays={seeWays} />
        </div>
      )}
      <Decided
        settings={value.settings}
        onUndoBrief={() => void switching.undoInBrief()}
        onUndoFiles={() => void switching.change({ left_out: null }).catch(setError)}
        onUndoAside={() => void switching.change({ set_aside: null }).catch(setError)}
      />
      {switching.whole !== null && (
        <p role="status" className="column pb-2 text-caption text-muted">
          <AllGoes model={modelLabel(switching.whole, data?.models ?? [])} />
        </p>
      )}
      {switching.preview && (
        <SwitchDialog
          key={switching.preview.model}
          preview={switching.preview}
          onSwitch={switching.take}
          onLook={(id) => void switching.look(id)}
          present={model ?? data?.default}
          onCompare={several.onCompare}
          onClose={switching.close}
        />
      )}
      <div className="column">
        <QueueView queue={queue} answering={answering} />
      </div>
      <Composer
        draft={live.id}
        text={text}
        onTextChange={setText}
        watch={SaidAfterAll}
        onSend={send}
        onWays={seeWays}
        onModel={choose}
        busy={turn !== null}
        notes={[...(isKept ? [] : [texts.composer.not_kept]), ...leftOut(texts, value, next)]}
        model={next}
        commands={commands}
        onArrowUp={editLast}
        autoFocus
        action={turn && <StopButton stopping={turn.state === 'cancelling'} onStop={stopByPress} />}
      >
        <ModelPicker chat={live.id} value={model} pending={pending} onPick={choose} compare={several} />
        <ComposerSettings value={value} model={next} onChange={changeSettings} />
      </Composer>
      <DemoNotice>
        <ContextMeter draft={text} model={next} />
      </DemoNotice>
    </ComposerDock>
  )
})
