import type { JsonObject } from '../../../canonical/json.ts'
import { beginsTurn, type Message } from '../../../canonical/message.ts'
import { disowned } from '../../history/disowned.ts'
import { ownRaw } from '../../history/producer.ts'
import type { Target } from '../../protocol.ts'
import { isHostedCall, isHostedResult } from './hosted-tool.ts'
import { runsCode } from './hosted-tool-version.ts'
import { readProviderRaw } from './provider-raw.ts'
import type { WireBlock } from './wire.ts'
import { stringOf } from './wire.ts'

/**
 * Answers whose hosted blocks this request may hold. They are legal beside their tool alone (wire-rules 55, 205): without it
 * what they say goes as text, and the thoughts of that answer, which stood on them, stay here. A call that nobody answered
 * is legal only as long as nothing but results follows (wire-rule 191).
 */
export function withLegalCalls(
  messages: readonly Message[],
  declared: readonly JsonObject[],
  target: Target,
): Message[] {
  const answered = answers(messages, target)
  return messages.map((message, at) => {
    const raw = ownRaw(message, target)
    if (raw === null) return message
    const missing = hostedNames(message, target).find((name) => !isDeclared(name, declared))
    if (missing !== undefined) {
      const reason = `${missing}: the request does not offer it, and without it what it did goes as text`
      target.project({ message_id: message.id, block_type: 'hosted_tools', action: 'converted', reason })
      return disowned(message)
    }
    const isOpen = messages.slice(at + 1).every(({ role }) => role === 'tool')
    const lost = isOpen ? [] : readProviderRaw(raw).blocks.filter(({ block }) => isUnanswered(block, answered[at]))
    if (lost.length === 0) return message
    for (const { block } of lost) {
      const reason = 'it never got its result, and the conversation has gone on'
      target.project({ message_id: message.id, block_type: block.type, action: 'dropped', reason })
    }
    return withoutBlocks(message, raw, new Set(lost.map(({ block }) => block.id)))
  })
}

/** Of the tools that ran for an answer of the target's own, the names under which they were called. */
export function hostedNames(message: Message, target: Target): string[] {
  const raw = ownRaw(message, target)
  if (raw === null) return []
  const names = readProviderRaw(raw).blocks.flatMap(({ block }) => nameOf(block) ?? [])
  return [...new Set(names)]
}

/** One tool goes by several names: `bash_code_execution` is of `code_execution`, and every search for tools one of the two. */
export function isDeclared(name: string, declared: readonly JsonObject[]): boolean {
  return declared.some((tool) => {
    const own = stringOf(tool.name)
    if (isCode(name) && runsCode(tool)) return true
    return own !== '' && (own === name || (name === 'tool_search' && own.startsWith(name)))
  })
}

export function isCode(name: string): boolean {
  return name.endsWith('code_execution')
}

/** A server of somebody else's that the provider asks (`mcp_…`) is declared in other ways. */
function nameOf(block: WireBlock): string | null {
  if (block.type === 'server_tool_use') return stringOf(block.name)
  if (!isHostedResult(block) || block.type === 'mcp_tool_result') return null
  return block.type.slice(0, -'_tool_result'.length)
}

function isUnanswered(block: WireBlock, answered: ReadonlySet<unknown> = new Set()): boolean {
  return isHostedCall(block) && !answered.has(block.id)
}

/** For each message the calls that get their result in its turn: an answer may pause, or wait for a tool of ours. */
function answers(messages: readonly Message[], target: Target): ReadonlySet<unknown>[] {
  let turn = new Set<unknown>()
  return messages.map((message, at) => {
    if (beginsTurn(message, messages[at - 1])) turn = new Set()
    const raw = ownRaw(message, target)
    for (const { block } of raw === null ? [] : readProviderRaw(raw).blocks) {
      if (isHostedResult(block)) turn.add(block.tool_use_id)
    }
    return turn
  })
}

function withoutBlocks(message: Message, raw: JsonObject, ids: ReadonlySet<unknown>): Message {
  const blocks = readProviderRaw(raw).blocks.filter(({ block }) => !(isHostedCall(block) && ids.has(block.id)))
  const provider_raw = { ...raw, blocks: blocks.map(({ index, block }) => ({ index, block })) }
  return { ...message, metadata: { ...message.metadata, provider_raw } }
}
