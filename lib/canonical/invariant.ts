import { BLOCKS, type BlockType, type ContentBlock, isBlockOf, isKnownBlock } from './block.ts'
import { isId, isToolUseId } from './id.ts'
import { type Message, statusOf } from './message.ts'
import type { Role } from './role.ts'

/** A broken rule of canonical-message-format §5. */
export interface Violation {
  /** Section and number, for instance `5.1.3`. */
  rule: string
  message_id: string
  problem: string
}

type Problem = [rule: string, problem: string]

/**
 * Rules that one message must keep by itself. Ids and the places of blocks (§5.1.3, §5.2.1, §6) hold for every message
 * that is not in the making; what makes an answer whole (§5.1.1, §5.3) at status complete only (§5.1.5). Unknown block
 * types are not judged.
 *
 * 2026-11-22: §5.1.5 would let a cancelled or failed message pass unseen. Such a message is history like any other: an id
 * that no wire format takes, or a call inside a result, would fail every later request of its chat.
 * 2026-11-23: §5.3.1 to §5.3.3 are about answers that were asked for here. Of one that was imported from another product
 * its model may not be known, and what it took is not.
 */
export function messageViolations(message: Message): Violation[] {
  const status = statusOf(message)
  const problems: Problem[] = []
  if (status !== 'partial') problems.push(...idProblems(message), ...placeProblems(message))
  if (status === 'complete') problems.push(...completenessProblems(message))
  return problems.map(([rule, problem]) => ({ rule, message_id: message.id, problem }))
}

function idProblems({ id, content, metadata }: Message): Problem[] {
  const problems: Problem[] = isId(id) ? [] : [['6.1', `message id ${JSON.stringify(id)} is not a ULID`]]
  const toolIds = new Set([
    ...content.filter(isBlockOf('tool_use')).map((block) => block.id),
    ...content.filter(isBlockOf('tool_result')).map((block) => block.tool_use_id),
    ...(metadata.parent_tool_use_id ? [metadata.parent_tool_use_id] : []),
  ])
  for (const toolId of toolIds) {
    if (!isToolUseId(toolId)) problems.push(['5.2.1', `tool id ${JSON.stringify(toolId)} is not a canonical one`])
  }
  return problems
}

function placeProblems({ role, content, metadata }: Message): Problem[] {
  const problems: Problem[] = []
  const misplaced = (blocks: readonly ContentBlock[], isAllowed: (type: BlockType) => boolean, where: string) => {
    for (const block of blocks) {
      if (isKnownBlock(block) && !isAllowed(block.type)) {
        problems.push(['5.1.3', `${where} holds a ${block.type} block`])
      }
    }
  }
  const roles = (type: BlockType): readonly Role[] => BLOCKS[type].roles
  misplaced(content, (type) => roles(type).includes(role), `a message of the role ${role}`)
  for (const block of content.filter(isBlockOf('tool_result'))) {
    misplaced(block.content, (type) => BLOCKS[type].in_result, `the result of ${block.tool_use_id}`)
    const { parent_tool_use_id } = metadata
    if (role === 'tool' && parent_tool_use_id && block.tool_use_id !== parent_tool_use_id) {
      problems.push(['5.3.4', `parent_tool_use_id is not the ${block.tool_use_id} that the result answers`])
    }
  }
  return problems
}

/** A complete assistant message may be empty: a stop sequence can be the first token (contract §1). */
function completenessProblems({ role, content, metadata }: Message): Problem[] {
  const problems: Problem[] = []
  if (content.length === 0 && (role === 'user' || role === 'tool'))
    problems.push(['5.1.1', `a ${role} message has no content`])
  if (role === 'tool') {
    if (content.length > 1) problems.push(['5.1.3', `a tool message holds ${content.length} blocks instead of one`])
    if (!metadata.parent_tool_use_id) problems.push(['5.3.4', 'a tool message has no parent_tool_use_id'])
  }
  if (role === 'assistant' && metadata.imported_from === undefined) {
    if (!metadata.model || !metadata.provider)
      problems.push(['5.3.1', 'a complete assistant message names no model or provider'])
    if (!metadata.routing) problems.push(['5.3.2', 'a complete assistant message has no routing record'])
    if (!metadata.usage) problems.push(['5.3.3', 'a complete assistant message has no usage'])
  }
  return problems
}

/** Rules between the messages of one session's path, in order (§5.2), and those of each message. */
export function pathViolations(messages: readonly Message[]): Violation[] {
  const violations: Violation[] = []
  const called = new Set<string>()
  const answered = new Set<string>()
  let previous: Message | undefined
  for (const message of messages) {
    violations.push(...messageViolations(message))
    const report = (rule: string, problem: string) => violations.push({ rule, message_id: message.id, problem })
    if (previous && message.session_id !== previous.session_id) report('5.2.2', 'a message of another session')
    if (previous && message.id <= previous.id) report('6.1', `does not sort after ${previous.id}`)
    for (const block of message.content) {
      if (block.type === 'tool_use') {
        if (called.has(block.id)) report('5.2.1', `tool id ${block.id} is used twice`)
        called.add(block.id)
      } else if (block.type === 'tool_result') {
        if (!called.has(block.tool_use_id))
          report('5.2.2', `a result for ${block.tool_use_id}, which no earlier call has`)
        if (answered.has(block.tool_use_id)) report('5.2.3', `a second result for ${block.tool_use_id}`)
        answered.add(block.tool_use_id)
      }
    }
    previous = message
  }
  return violations
}

export class InvariantError extends Error {
  readonly violations: readonly Violation[]
  constructor(violations: readonly Violation[]) {
    super(violations.map((each) => `${each.rule} in message ${each.message_id}: ${each.problem}`).join('; '))
    this.name = 'InvariantError'
    this.violations = violations
  }
}

/** Throws an `InvariantError` that names every broken rule. */
export function assertMessage(message: Message): void {
  const violations = messageViolations(message)
  if (violations.length > 0) throw new InvariantError(violations)
}
