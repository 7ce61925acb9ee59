'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { listVersions } from '../../_client/branches.ts'
import { moveHead, useModels } from '../../_client/use-api.ts'
import { Hand } from '../../_content/hand.tsx'
import { useLateTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Icon } from '../../_ui/icon.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import { SendError } from '../composer/send-error.tsx'
import { useLive, useSessionState } from '../live/use-live-session.ts'
import { modelLabel, providerOf } from '../models/model.ts'
import { ModelChoice } from '../models/model-choice.tsx'
import { ChatQuestion } from '../transcript/chat-question.tsx'
import { saidAgain } from '../transcript/said-again.ts'
import { useAskAnew, useIsBusy } from '../transcript/use-ask-anew.ts'
import { CompareColumn } from './compare-column.tsx'
import { CompareTable } from './compare-table.tsx'
import { changeComparison, closeComparison, MOST_COMPARED } from './compared.ts'
import { useVersion, type Version } from './use-version.ts'

/** Versions of one question side by side; on a narrow page one at a time. */
export function CompareView({ ids }: { ids: readonly string[] }) {
  const live = useLive()
  const texts = useLateTexts().compare
  const refused = useSessionState((state) => state.refused)
  const busy = useIsBusy()
  const [shown, setShown] = useState(0)
  const [versions, setVersions] = useState<ReadonlyMap<string, Version>>(new Map())
  const place = useSessionState(({ places }) => places.get(ids[0] ?? '')?.total ?? 1)
  const region = useRef<HTMLElement>(null)
  const { data: all = [] } = useQuery({
    queryKey: ['versions', live.id, ids[0], place],
    queryFn: () => listVersions(live.id, ids[0] ?? ''),
  })
  useEffect(() => region.current?.focus(), [])

  // A page that came in the middle of an answer has not been told whose it is.
  const modelOf = new Map(all.map(({ message_id, model }) => [message_id, model]))
  const named = (version: Version) => ({ ...version, model: version.model ?? modelOf.get(version.id) ?? null })
  const here = ids.flatMap((id) => versions.get(id) ?? []).map(named)
  const questions = here.flatMap(({ question }) => question ?? [])
  const [first] = questions
  const isOne = new Set(questions.map(({ content }) => JSON.stringify(content))).size <= 1

  async function goOnWith(id: string) {
    try {
      await moveHead(live.id, id)
      closeComparison(live.id)
    } catch (cause) {
      live.update((state) => ({ ...state, refused: cause }))
    }
  }

  function choose(index: number, id: string) {
    changeComparison(live.id, ids.with(index, id))
  }

  return (
    <section
      ref={region}
      aria-label={texts.comparison}
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto outline-none print:overflow-visible"
    >
      <div className="mx-auto max-w-[82rem] px-4 pt-4 pb-10 md:px-8">
        <div className="mb-3 flex items-center gap-2 print:hidden">
          <h2 className="me-auto font-semibold text-h3">{texts.side_by_side}</h2>
          {first && ids.length < MOST_COMPARED && <AnotherModel question={first} ids={ids} />}
          <IconButton icon="close" label={texts.back} onClick={() => closeComparison(live.id)} />
        </div>
        {refused !== null && (
          <SendError error={refused} onDismiss={() => live.update((state) => ({ ...state, refused: null }))} />
        )}
        {isOne && first && (
          <div className="max-w-(--measure)">
            <ChatQuestion message={first} />
          </div>
        )}
        {here.length > 1 && <Tabs versions={here} shown={shown} onShow={setShown} />}
        <div
          className="mt-4 border-line-strong border-y md:grid md:grid-cols-[repeat(var(--columns),minmax(0,1fr))] md:divide-x md:divide-line"
          style={{ ['--columns' as string]: ids.length }}
        >
          {ids.map((id, index) => (
            <Loaded key={id} id={id} onVersion={setVersions}>
              {(version) => (
                <CompareColumn
                  version={named(version)}
                  choice={
                    all.length > 2
                      ? {
                          value: id,
                          versions: all,
                          taken: ids.filter((other) => other !== id),
                          onChange: (next) => choose(index, next),
                        }
                      : null
                  }
                  asked={!isOne}
                  busy={busy}
                  shown={index === Math.min(shown, ids.length - 1)}
                  onGoOn={() => void goOnWith(id)}
                />
              )}
            </Loaded>
          ))}
        </div>
        <CompareTable versions={here} />
        <p className="max-w-(--measure) text-muted text-small">{texts.kept(ids.length)}</p>
      </div>
    </section>
  )
}

/** Tells what is compared as a whole what it knows of one version. */
function Loaded({
  id,
  onVersion,
  children,
}: {
  id: string
  onVersion: (change: (all: ReadonlyMap<string, Version>) => ReadonlyMap<string, Version>) => void
  children: (version: Version) => React.ReactNode
}) {
  const version = useVersion(id)
  const { question, answers, total, model } = version
  // biome-ignore lint/correctness/useExhaustiveDependencies: of what is still being written the whole does not need to know each word
  useEffect(() => {
    onVersion((all) => new Map(all).set(id, version))
  }, [id, question, answers, total, model, onVersion])
  return children(version)
}

function Tabs({
  versions,
  shown,
  onShow,
}: {
  versions: readonly Version[]
  shown: number
  onShow: (index: number) => void
}) {
  const models = useModels().data?.models ?? []
  const texts = useLateTexts().compare
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div
      role="group"
      aria-label={texts.which}
      className="mt-4 flex overflow-hidden rounded-control border border-line-control md:hidden print:hidden"
    >
      {versions.map(({ id, model }, index) => (
        <button
          key={id}
          type="button"
          aria-pressed={index === shown}
          onClick={() => onShow(index)}
          className="inline-flex min-h-11 min-w-0 flex-1 items-center justify-center gap-1.5 px-2 font-medium text-small aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          {model && <Hand provider={providerOf(model)} />}
          <span className="truncate">{model ? modelLabel(model, models) : index + 1}</span>
        </button>
      ))}
    </div>
  )
}

function AnotherModel({ question, ids }: { question: NonNullable<Version['question']>; ids: readonly string[] }) {
  const live = useLive()
  const texts = useLateTexts().compare
  const askAnew = useAskAnew()
  const busy = useIsBusy()
  const content = saidAgain(question.content)
  if (!content) return null

  async function ask(model: string | null) {
    if (!content) return
    const id = await askAnew(question, content, { model: model ?? undefined })
    if (id) changeComparison(live.id, [...ids, id])
  }

  return (
    <ModelChoice
      value={null}
      onPick={(id) => void ask(id)}
      trigger={(props) => (
        <Button {...props} disabled={busy}>
          <Icon name="plus" size={14} />
          {texts.another_model}
        </Button>
      )}
    />
  )
}
