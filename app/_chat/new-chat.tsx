'use client'

import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { TurnContent } from '#lib/api/turn-content.ts'
import type { Preset } from '#lib/canonical/preset.ts'
import type { PictureDecision } from '#lib/canonical/session-settings.ts'
import {
  createSession,
  deleteSession,
  isRefusal,
  postComparison,
  postTurn,
  type SaidTurn,
  useModels,
} from '../_client/use-api.ts'
import { useAttempt } from '../_client/use-attempt.ts'
import { usePresets } from '../_client/use-presets.ts'
import { behindFirstScreen, useFirstScreen } from '../_content/first-screen.ts'
import { lateComponent } from '../_content/late-component.tsx'
import { useTexts } from '../_texts/texts.ts'
import { Begin } from './begin.tsx'
import { useCommand } from './commands/use-command.ts'
import { comparisonAddress } from './compare/compared.ts'
import { leftOut } from './composer/chat-settings.tsx'
import { Composer } from './composer/composer.tsx'
import { ComposerDock } from './composer/composer-dock.tsx'
import { focusComposer, focusComposerByKeyboard, showComposer } from './composer/composer-id.ts'
import { ComposerSettings } from './composer/composer-settings.tsx'
import { forgetDraft, NEW_CHAT } from './composer/draft-store.ts'
import { keptSent, noteBegun } from './composer/sent.ts'
import { questionForSeveral } from './composer/several-models.ts'
import { useDraft } from './composer/use-draft.ts'
import { useNewSettings } from './composer/use-new-settings.ts'
import type { SendHow } from './composer/use-sending.ts'
import { useSeveral } from './composer/use-several.ts'
import { DemoNotice } from './demo-notice.tsx'
import { prepareLiveSession } from './live/use-live-session.ts'
import { chosenModel, isUsable } from './models/model.ts'
import { ModelPicker } from './models/model-picker.tsx'
import { useModelPreference } from './models/model-preference.ts'
import { PageHeader } from './page-header.tsx'
import { type PresetStart, presetStart, startNote } from './presets/preset-start.ts'
import { usePresetWish } from './presets/use-preset-wish.ts'
import { useScripted } from './scripted.ts'
import { ServerNotice } from './server-notice.tsx'
import { refreshLists } from './sessions/session-list.ts'
import { TemporaryNote, TemporarySwitch } from './temporary-note.tsx'
import { AskedTurn } from './transcript/asked-turn.tsx'
import { useTemporaryWish } from './use-temporary-wish.ts'

const BudgetNotice = lateComponent(
  behindFirstScreen(async () => (await import('./composer/late-parts.ts')).PARTS.BudgetNotice),
)

/**
 * A chat that does not exist until its first message is accepted. `children` show the product: to who is new here before there
 * is anything to begin with, to others below that.
 */
export function NewChat({ children }: { children?: ReactNode }) {
  const texts = useTexts()
  const router = useRouter()
  const client = useQueryClient()
  const [draftKey, setDraftKey] = useState<string>(NEW_CHAT)
  const [picked, setModel] = useState<string | null | undefined>(undefined)
  const [temporary, setTemporary] = useState(false)
  const [text, setText, isKept] = useDraft(draftKey, temporary)
  const [asking, setAsking] = useState<TurnContent | null>(null)
  const [wishes, changeWishes, setWishes] = useNewSettings()
  const [begun, setBegun] = useState<PresetStart | 'gone' | null>(null)
  const { data, isPending } = useModels()
  useFirstScreen(!isPending)
  const { first } = useModelPreference()
  const preferred = data?.models.some((each) => each.id === first && isUsable(each)) ? first : null
  const model = picked === undefined ? preferred : picked
  const chosen = chosenModel(model, data)
  const isScripted = useScripted()
  const attempt = useAttempt(keptSent(NEW_CHAT, null))
  const commands = {
    model: chosen,
    isChosen: model !== null,
    onModel: setModel,
    onSettings: changeWishes,
    inChat: false,
  }
  const several = useSeveral(text, setText)
  useTemporaryWish(() => setTemporary(true))
  useCommand('temporary_chat', () => setTemporary(!temporary))
  const presets = usePresets()
  usePresetWish(data && !presets.isFetching ? presets.data : undefined, takePreset)
  // What was changed since is no preset any more.
  const start = begun !== null && begun !== 'gone' && begun.wishes === wishes && begun.model === model ? begun : null

  function takePreset(preset: Preset | null) {
    const begins = preset && presetStart(preset, data?.models ?? [])
    setBegun(begins ?? 'gone')
    if (!begins) return
    setModel(begins.model)
    setWishes(begins.wishes)
    showComposer()
    focusComposerByKeyboard()
  }

  async function send(content: TurnContent, _how: SendHow, resolution?: PictureDecision) {
    setAsking(content)
    try {
      const begun = await attempt({ model, wishes, temporary, content, resolution }, (key) =>
        begin({ content, resolution }, key),
      )
      const { id, message_ids } = begun
      // What was typed meanwhile is for the chat that now begins.
      forgetDraft(NEW_CHAT)
      setDraftKey(id)
      void refreshLists(client)
      prepareLiveSession(id, client, { content, message_id: message_ids[0] ?? null })
      router.push(message_ids.length > 1 ? comparisonAddress(id, message_ids) : `/c/${id}`)
    } catch (cause) {
      setAsking(null)
      throw cause
    }
  }

  async function begin(said: SaidTurn, key: string): Promise<{ id: string; message_ids: string[] }> {
    const { settings, system_prompt } = wishes
    const fields = {
      ...(model !== null && { active_model: model }),
      ...(Object.keys(settings).length > 0 && { settings }),
      ...(system_prompt !== null && { system_prompt }),
      ...(temporary && { temporary }),
    }
    const { id } = await createSession(fields, key)
    noteBegun(NEW_CHAT, id)
    try {
      const several = questionForSeveral(said.content, data?.models ?? [])
      if (!several) return { id, message_ids: [(await postTurn(id, said, key)).message_id] }
      const { turns } = await postComparison(id, { ...several, resolution: said.resolution }, key)
      return { id, message_ids: turns.map(({ message_id }) => message_id) }
    } catch (error) {
      // A refused first message leaves no empty chat behind. Where no answer came, it may have been accepted all the same.
      if (isRefusal(error)) await deleteSession(id).catch(() => undefined)
      else void refreshLists(client)
      throw error
    }
  }

  return (
    <>
      <title>Metis</title>
      <PageHeader title="">
        <TemporarySwitch on={temporary} onChange={setTemporary} />
      </PageHeader>
      <div
        className={clsx(
          'flex min-h-0 flex-1 flex-col',
          asking ? 'overflow-hidden' : 'overflow-y-auto [--measure:56rem]',
        )}
      >
        {asking ? (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <div className="column pt-7 pb-10">
              <AskedTurn content={asking} number={1} />
            </div>
          </div>
        ) : (
          <Welcome />
        )}
        <ComposerDock>
          <div className="column">
            <BudgetNotice moment={null} model={model} onPick={setModel} />
          </div>
          {temporary && <TemporaryNote />}
          <Composer
            draft={draftKey}
            text={text}
            onTextChange={setText}
            onSend={send}
            onModel={setModel}
            notes={[
              ...(isKept ? [] : [texts.composer.not_kept]),
              ...(begun === 'gone' ? [texts.composer.preset_gone] : []),
              ...(start ? [startNote(texts, start, data?.models ?? [])] : []),
              ...leftOut(texts, wishes, chosen),
            ]}
            model={chosen}
            commands={commands}
            autoFocus
          >
            <ModelPicker value={model} onPick={setModel} compare={several} />
            <ComposerSettings value={wishes} model={chosen} onChange={changeWishes} />
          </Composer>
          <DemoNotice />
          {/* Known last, and seen right below: above the field, it would move that from under the reader's hand. */}
          <ServerNotice model={model} />
        </ComposerDock>
        {!asking && isScripted && children}
        {!asking && (
          // It would move under the reader's eyes when it is known what there is to begin with.
          <div className={isPending || presets.isPending ? 'invisible' : undefined}>
            <Begin
              scripted={isScripted}
              presets={presets.data ?? []}
              preset={start?.preset.id ?? null}
              onPreset={takePreset}
              onPick={(prompt) => {
                setText(prompt)
                focusComposer()
              }}
            />
            {!isScripted && children}
          </div>
        )}
      </div>
    </>
  )
}

function Welcome() {
  const words = useTexts().page
  return (
    <div className="column pt-3 pb-6 md:pt-10 md:pb-9">
      <h1 className="text-balance font-semibold font-serif text-[1.875rem] leading-[1.15] tracking-[-0.018em] md:text-display">
        {words.welcome}
      </h1>
      <p className="mt-3 max-w-[38em] font-serif text-body text-ink-soft">{words.welcome_about}</p>
    </div>
  )
}
