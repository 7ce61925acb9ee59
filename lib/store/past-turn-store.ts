import type { ConversationFacts } from '../canonical/conversation-facts.ts'
import type { Message, RoutingDecisionRecord } from '../canonical/message.ts'
import type { ChainLink } from '../events/catalog.ts'
import type { BilledCall } from './reprice-store.ts'

/** A turn that has ended, with what was known when its model was chosen. */
export interface PastTurn {
  id: string
  session_id: string
  owner_id: string
  question_id: string
  started_by: string
  started_at: string
  routing: RoutingDecisionRecord
  /** Of the event; null where that is gone. */
  decided: { estimated_input_tokens: number; chain: ChainLink[] } | null
  /** The first letter of what it says; null where it says nothing. */
  system_prompt: string | null
  wants_tools: boolean
  /** That of the chat as it is now: nobody notes which one it was in before. */
  folder: string | null
}

/** Turns that have ended, to be decided once more. It only reads, and none of its statements is about a single turn. */
export interface PastTurnStore {
  /** Of all chats that are there, the newest first. */
  latest(limit: number): Promise<PastTurn[]>
  /** What each conversation held up to and with the question; without a question that is gone. */
  conversations(turns: readonly Pick<PastTurn, 'session_id' | 'question_id'>[]): Promise<Map<string, ConversationFacts>>
  /** The questions by their ids; those that are gone are left out. */
  questions(ids: readonly string[]): Promise<Map<string, Message>>
  /** What was asked of models, by turn, in its order. */
  calls(turnIds: readonly string[]): Promise<Map<string, BilledCall[]>>
}
