'use client'

import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import { behindFirstScreen, ownTask } from '../_content/first-screen.ts'
import { lateComponent } from '../_content/late-component.tsx'
import { useLooksAsItWill } from '../_content/markdown.tsx'
import { spendingDetail, spendingLabel } from '../_content/spending.ts'
import { groupTurns, modelOf } from '../_content/turn-group.ts'
import { useTexts } from '../_texts/texts.ts'
import { BranchMapPlace } from './branches/branch-map-place.tsx'
import { useCompared } from './compare/compared.ts'
import { ConversationComposer } from './conversation-composer.tsx'
import { CostButton } from './costs/cost-button.tsx'
import { ConnectionNotice } from './live/connection-notice.tsx'
import {
  LiveSessionProvider,
  useConnection,
  useLive,
  useLiveSession,
  useSessionState,
} from './live/use-live-session.ts'
import { PageHeader } from './page-header.tsx'
import { useLookingAt } from './sessions/use-seen.ts'
import { ShareButton } from './share-button.tsx'
import { TRANSCRIPT_ROOM, Transcript } from './transcript/transcript.tsx'

const Announcer = lateComponent(behindFirstScreen(async () => (await import('./transcript/announcer.tsx')).Announcer))
const Gone = lateComponent(async () => (await import('./gone.tsx')).Gone)
const CompareView = lateComponent(async () => (await import('./compare/compare-view.tsx')).CompareView)

const CHAT = { of: 'chat' } as const

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
  const live = useLive()
  const missing = useConnection() === 'missing'
  const deleted = useSessionState((state) => state.deleted)
  const loaded = useSessionState((state) => state.session !== null)
  const title = useSessionState((state) => state.session?.title) ?? (loaded ? texts.page.new_chat : '')
  const cost = useSessionState((state) => state.session?.cost_usd)
  const unpriced = useSessionState((state) => state.session?.unpriced_calls) ?? 0
  const compared = useCompared()
  useLookingAt(useSessionState((state) => state.session))
  const notKept = useSessionState((state) => state.kept === 'nothing')
  const looksAsItWill = useLooksAsItWill()
  const isBegun = useBegun(looksAsItWill && loaded)
  if (missing || deleted) return <Gone deleted={deleted} />
  return (
    <>
      <title>{title ? `${title} · Metis` : 'Metis'}</title>
      <PageHeader title={title}>
        <ConnectionNotice />
        <Hands />
        {loaded && !notKept && <ShareButton id={live.id} />}
        {cost !== undefined && (Number(cost) > 0 || unpriced > 0) && (
          <CostButton
            view={CHAT}
            className="shrink-0 font-semibold text-small"
            title={spendingDetail(texts, texts.models.cost_of_chat, unpriced)}
          >
            {spendingLabel(texts, cost, unpriced)}
          </CostButton>
        )}
      </PageHeader>
      {notKept ? (
        <NotKept />
      ) : compared ? (
        <CompareView ids={compared} />
      ) : isBegun ? (
        <Transcript looksAsItWill={looksAsItWill} />
      ) : (
        <div className={TRANSCRIPT_ROOM} />
      )}
      <Announcer />
      {!notKept && <BranchMapPlace />}
      {(notKept || !compared) && <ConversationComposer />}
    </>
  )
}

const neverChanges = () => () => undefined

/**
 * Whether the transcript is rendered. On the page that a tab begins with, once all that it shows is here: it is rendered
 * once then, and in pieces between which the browser has its turn, as nobody waits for one of them in particular.
 */
function useBegun(isReady: boolean): boolean {
  const isTakenOver = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const [isBegun, setBegun] = useState(isTakenOver)
  const isAsked = useSessionState(({ asking }) => asking !== null)
  const { format } = useTexts()
  useEffect(() => {
    // Answers say when they were given, and the first thing that writes in a language takes a while to make.
    void ownTask().then(() => format.clock(new Date()))
  }, [format])
  useEffect(() => {
    if (isReady || isAsked) startTransition(() => setBegun(true))
  }, [isReady, isAsked])
  return isBegun || isAsked
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

/** The server is away, and this browser has nothing of the chat. It comes by itself once there is an answer. What says so needs no server. */
function NotKept() {
  const words = useTexts().page
  return (
    <div className="column flex flex-1 flex-col justify-center gap-3">
      <h2 className="font-semibold font-serif text-h2">{words.away}</h2>
      <p className="text-muted">{words.away_about}</p>
    </div>
  )
}
