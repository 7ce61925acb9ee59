'use client'

import type { ReactNode } from 'react'
import { useModels } from '../_client/use-api.ts'
import { behindFirstScreen } from '../_content/first-screen.ts'
import { lateComponent } from '../_content/late-component.tsx'
import { useLooksAsItWill } from '../_content/markdown.tsx'
import { spendingDetail, spendingLabel } from '../_content/spending.ts'
import { groupTurns, modelOf } from '../_content/turn-group.ts'
import { useHeldKeys } from '../_content/use-held-keys.ts'
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
import { LateChatMenu } from './sessions/late-chat-menu.ts'
import { useLookingAt } from './sessions/use-seen.ts'
import { ShareButton } from './share-button.tsx'
import { isPrintKey } from './transcript/is-print-key.ts'
import { isTurnKey } from './transcript/is-turn-key.ts'
import { Transcript } from './transcript/transcript.tsx'
import { isFindKey } from './transcript/use-find-key.ts'
import { useBegun, useStartsHere } from './use-begun.ts'

const Announcer = lateComponent(
  behindFirstScreen(async () => (await import('./transcript/late-parts.ts')).PARTS.Announcer),
)
const ChatCommands = lateComponent(
  behindFirstScreen(async () => (await import('./transcript/late-parts.ts')).PARTS.ChatCommands),
)
const Gone = lateComponent(async () => (await import('./transcript/late-parts.ts')).PARTS.Gone)
const CompareView = lateComponent(async () => (await import('./compare/compare-view.tsx')).CompareView)

/** What was written already is looked at for so long before it is shown as plain text. */
const LONGEST_LOOK_MS = 10_000

const CHAT = { of: 'chat' } as const

interface ConversationProps {
  id: string
  /** What it is called, where the server said so with the page; `null`: it has no name yet. */
  firstTitle?: string | null | undefined
  /** The end of it as the server made it, to be looked at until the transcript is here, and how many turns that is. */
  lastScreen?: ReactNode
  turnsOnScreen?: number
}

export function Conversation({ id, ...first }: ConversationProps) {
  const live = useLiveSession(id)
  return (
    <LiveSessionProvider value={live}>
      <ConversationPage {...first} />
    </LiveSessionProvider>
  )
}

function ConversationPage({ firstTitle, lastScreen, turnsOnScreen = 0 }: Omit<ConversationProps, 'id'>) {
  const texts = useTexts()
  const live = useLive()
  const missing = useConnection() === 'missing'
  const deleted = useSessionState((state) => state.deleted)
  const loaded = useSessionState((state) => state.session !== null)
  const told = useSessionState(({ session }) => (session ? session.title : firstTitle))
  const title = told === undefined ? '' : (told ?? texts.page.new_chat)
  const cost = useSessionState((state) => state.session?.cost_usd)
  const unpriced = useSessionState((state) => state.session?.unpriced_calls) ?? 0
  const compared = useCompared()
  useLookingAt(useSessionState((state) => state.session))
  const notKept = useSessionState((state) => state.kept === 'nothing')
  // What it says of models, here and over the message field, takes more room than what stands for it until then.
  const { isLoading, failureCount } = useModels()
  const isNaming = isLoading && failureCount === 0
  const looksAsItWill = useLooksAsItWill(turnsOnScreen > 0 ? LONGEST_LOOK_MS : undefined) && !isNaming
  const startsHere = useStartsHere()
  const isBegun = useBegun(startsHere, looksAsItWill && loaded, turnsOnScreen)
  const hasTranscript = !notKept && !compared
  useHeldKeys(isBegun || !hasTranscript, isTranscriptKey)
  if (missing || deleted) return <Gone deleted={deleted} />
  return (
    <>
      <title>{title ? `${title} · Metis` : 'Metis'}</title>
      <PageHeader title={title}>
        <ConnectionNotice />
        <Hands />
        {cost !== undefined && (Number(cost) > 0 || unpriced > 0) && (
          <CostButton
            view={CHAT}
            className="shrink-0 font-semibold text-small"
            title={spendingDetail(texts, texts.models.cost_of_chat, unpriced)}
          >
            {spendingLabel(texts, cost, unpriced)}
          </CostButton>
        )}
        <span className="flex shrink-0 print:hidden">
          {loaded && !notKept && <ShareButton id={live.id} />}
          <HeadMenu />
        </span>
      </PageHeader>
      {notKept ? (
        <NotKept />
      ) : compared ? (
        <CompareView ids={compared} />
      ) : (
        <div className="relative min-h-0 flex-1 low:min-h-40">
          {isBegun ? (
            <Transcript looksAsItWill={looksAsItWill} turnsOnScreen={startsHere ? turnsOnScreen : 0} />
          ) : (
            lastScreen
          )}
        </div>
      )}
      <Announcer />
      {!notKept && <BranchMapPlace />}
      {hasTranscript && <ChatCommands />}
      {(notKept || !compared) && <ConversationComposer />}
    </>
  )
}

function isTranscriptKey(event: KeyboardEvent): boolean {
  return isTurnKey(event) || isFindKey(event) || isPrintKey(event)
}

/** Its place is kept from the beginning, so that nothing beside it moves. */
function HeadMenu() {
  const session = useSessionState((state) => state.session)
  return (
    <span className="min-w-9 pointer-coarse:min-w-11">
      {session && <LateChatMenu session={session} current inHead />}
    </span>
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
