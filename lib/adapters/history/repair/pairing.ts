import type { ToolResultBlock, ToolUseBlock } from '../../../canonical/block.ts'
import { isBlockOf } from '../../../canonical/block.ts'
import type { Message } from '../../../canonical/message.ts'
import { statusOf } from '../../../canonical/message.ts'
import { CLOSED_CALL } from '../../../canonical/projection.ts'
import type { Target } from '../../protocol.ts'
import type { Pass } from './pass.ts'

/** Constant: a clock or a random part in it would change the prefix and miss every cache (wire-rule 6). */
export const INTERRUPTED = 'This tool call has no result: it was interrupted before the tool finished.'

interface OpenTurn {
  message: Message
  calls: { id: string; storedId: string; answered: boolean }[]
  /** Nothing came after it. */
  isLast: boolean
  /** What came after the calls, results first: nothing may stand between a call and its result (wire-rules 23, 57). */
  results: Message[]
  rest: Message[]
}

/**
 * Every call gets exactly one result, right after the message that holds it. Matching is ordered (wire-rule 4): a result
 * answers only an open call of the last assistant message; what answers none is dropped. Calls left open are closed with
 * a constant error result, except in a last message, whose results are still to come (wire-rule 3); it is not the last
 * where something followed it that does not go out. A canonical id that a second call uses again is renamed in call and
 * result.
 */
export const pairCalls: Pass = (messages, { request, target }) => {
  const paired: Message[] = []
  const usedIds = new Set<string>()
  let turn: OpenTurn | null = null

  const finish = () => {
    if (turn) paired.push(turn.message, ...turn.results, ...closing(turn, target), ...turn.rest)
    turn = null
  }

  for (const message of messages) {
    if (message.role === 'assistant') {
      finish()
      turn = openTurn(message, message.id === request.messages.at(-1)?.id, usedIds)
      continue
    }
    const open: OpenTurn | null = turn
    for (const result of message.content.filter(isBlockOf('tool_result'))) {
      const call = open?.calls.find((each) => each.storedId === result.tool_use_id && !each.answered)
      if (call && open) {
        call.answered = true
        if (open.rest.length > 0) {
          const reason = 'it is moved next to its call'
          target.project({ message_id: message.id, block_type: 'tool_result', action: 'repaired', reason })
        }
        open.results.push(resultMessage(message, result, call.id))
      } else {
        target.project({
          message_id: message.id,
          block_type: 'tool_result',
          action: 'dropped',
          reason: 'it answers no open call',
        })
      }
    }
    const others = message.content.filter((block) => block.type !== 'tool_result')
    if (others.length === 0 && message.content.length > 0) continue
    const rest = others.length === message.content.length ? message : { ...message, content: others }
    if (open) open.rest.push(rest)
    else paired.push(rest)
  }
  finish()
  return paired
}

function openTurn(message: Message, isLast: boolean, usedIds: Set<string>): OpenTurn {
  const calls: OpenTurn['calls'] = []
  const content = message.content.map((block) => {
    if (block.type !== 'tool_use') return block
    const id = unused(block.id, usedIds)
    usedIds.add(id)
    calls.push({ id, storedId: block.id, answered: false })
    return id === block.id ? block : ({ ...block, id } satisfies ToolUseBlock)
  })
  const changed = content.some((block, index) => block !== message.content[index])
  return { message: changed ? { ...message, content } : message, calls, isLast, results: [], rest: [] }
}

function unused(id: string, usedIds: ReadonlySet<string>): string {
  let candidate = id
  for (let copy = 2; usedIds.has(candidate); copy += 1) candidate = `${id}_${copy}`
  return candidate
}

/** The message itself where it holds just this result under its own id. */
function resultMessage(message: Message, result: ToolResultBlock, id: string): Message {
  if (message.role === 'tool' && message.content.length === 1 && result.tool_use_id === id) return message
  return {
    ...message,
    role: 'tool',
    content: [{ ...result, tool_use_id: id }],
    metadata: { ...message.metadata, parent_tool_use_id: id },
  }
}

function closing({ message, calls, isLast }: OpenTurn, target: Target): Message[] {
  if (isLast && statusOf(message) === 'complete') return []
  return calls
    .filter((call) => !call.answered)
    .map(({ id }) => {
      target.project({
        message_id: message.id,
        block_type: 'tool_use',
        action: 'repaired',
        reason: CLOSED_CALL,
      })
      return {
        id: `${message.id}.${id}`,
        session_id: message.session_id,
        role: 'tool',
        content: [
          { type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: INTERRUPTED }], is_error: true },
        ],
        metadata: { parent_tool_use_id: id, status: 'complete' },
        created_at: message.created_at,
        schema_version: message.schema_version,
      }
    })
}
