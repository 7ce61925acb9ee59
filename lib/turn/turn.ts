import type { Budgets } from '../budgets/budgets.ts'
import type { RoutingDecisionRecord } from '../canonical/message.ts'
import type { SessionSettings } from '../canonical/session-settings.ts'
import type { LiveStream } from '../live/live-stream.ts'
import type { Logger } from '../log.ts'
import type { DocumentShelf } from '../media/document-shelf.ts'
import type { PictureFitter } from '../media/picture-fitter.ts'
import type { AvailableModel, ModelDirectory } from '../models/model-directory.ts'
import type { Policy } from '../policy/policy.ts'
import type { Principal } from '../principal.ts'
import type { RoutingRules } from '../routing/routing-rules.ts'
import type { AttachmentStore } from '../store/attachment-store.ts'
import type { StandInStore } from '../store/stand-in-store.ts'
import type { Store } from '../store/store.ts'
import type { ToolRegistry } from '../tools/registry.ts'
import type { ToolSource } from '../tools/source.ts'
import type { Workspaces } from '../tools/workspace.ts'
import type { CheckpointRounds } from './checkpoint-rounds.ts'
import type { Journal } from './journal.ts'
import type { Steering } from './steering.ts'

export interface TurnDeps {
  store: Store
  standIns: StandInStore
  live: LiveStream
  models: ModelDirectory
  tools: readonly ToolSource[]
  workspaces: Workspaces
  policy: Policy
  /** Ids of the teams that somebody is in; null for a person who was removed, in whose name nothing is asked any more. */
  teamsOf: (personId: string) => Promise<readonly string[] | null>
  budgets: Pick<Budgets, 'route' | 'hold' | 'release'>
  /** The routing rules that hold as a turn begins. */
  rules: Pick<RoutingRules, 'forTurn'>
  attachments: AttachmentStore
  pictures: PictureFitter
  documents: DocumentShelf
  log: Logger
  newEventId: () => string
  /** Microseconds. */
  clock: () => number
  checkpoints: CheckpointRounds
}

export interface Turn {
  /** Whose turn it is. */
  principal: Principal
  session_id: string
  turn_id: string
  /** Chosen once, at the start; it owns the whole turn (design §7). */
  model: AvailableModel
  routing: RoutingDecisionRecord
  system_prompt: string | null
  settings: SessionSettings
  /** What its sources gave at the start. */
  tools: ToolRegistry
  journal: Journal
  /** What is said to it while it runs. */
  steering: Steering
  signal: AbortSignal
  /** Called when the end of the turn is stored, before anybody sees it. */
  onStored: () => void
}

/** One that nobody runs yet. */
export type UnrunTurn = Omit<Turn, 'signal' | 'onStored' | 'steering'>
