import type { ToolUseBlock } from '../canonical/block.ts'
import { canonicalJson, hashJson } from '../canonical/hash.ts'
import { newId } from '../canonical/id.ts'
import { type Message, SCHEMA_VERSION } from '../canonical/message.ts'
import type { EventPayload, PersistedEvent } from '../events/catalog.ts'
import type { Logger } from '../log.ts'
import { assertAllowed, PolicyDeniedError } from '../policy/policy.ts'
import { attributionOf } from '../principal.ts'
import type { Store, ToolCall } from '../store/store.ts'
import { type DispatchOutcome, dispatch } from '../tools/dispatch.ts'
import type { ToolRegistry } from '../tools/registry.ts'
import type { ToolHost } from '../tools/tool-host.ts'
import type { Journal } from './journal.ts'

export interface ToolCycle {
  turn_id: string
  /** The assistant message that made the calls. */
  asked: Message
  /** The end of the path: the answer itself, or a result of it that is stored already. */
  after: Message
  calls: readonly ToolUseBlock[]
  tools: ToolRegistry
  host: ToolHost
  store: Store
  journal: Journal
  log: Logger
  /** Milliseconds. */
  now: () => number
}

/**
 * Runs the calls of one answer side by side and stores each result as a TOOL message, in the order of the calls. A
 * cancelled call gets no result: it is closed whenever the history is sent.
 */
export async function runTools(cycle: ToolCycle): Promise<Message[]> {
  const { journal, tools, calls, asked, host } = cycle
  if (calls.length === 0) return []
  const rows = new Map((await cycle.store.toolCalls(asked.session_id)).map((row) => [row.id, row]))
  const begun = calls.map((call) => {
    const called = journal.event('tool.called', {
      tool_use_id: call.id,
      name: call.name,
      message_id: asked.id,
      side_effects: tools.find(call.name)?.definition.side_effects ?? null,
      input_hash: hashJson(call.raw_input ?? call.input),
      input_bytes: byteLength(call.raw_input ?? canonicalJson(call.input)),
    })
    return { call, called }
  })
  // Before they run: what a tool did must not be without a trace.
  await journal.write({ events: begun.map(({ called }) => called) })
  const running = begun.map(({ call, called }) => {
    const started = cycle.now()
    const finished = dispatch(tools, call, host).then((outcome) => ({ outcome, duration: cycle.now() - started }))
    return { call, called, finished }
  })

  const results: Message[] = []
  let parent = cycle.after
  for (const { call, called, finished } of running) {
    const { outcome: ran, duration } = await finished
    const outcome = await storable(cycle, ran, parent)
    if (outcome.status === 'failed' && outcome.cause !== undefined) {
      cycle.log.error('a tool broke down', { tool: call.name, tool_use_id: call.id, cause: outcome.cause })
    }
    const events = outcomeEvents(journal, call, outcome, duration, called.id)
    const row = rows.get(call.id)
    if (outcome.status === 'cancelled') {
      await journal.write({ events, tool_calls: closed(row, 'cancelled', null, journal) })
      continue
    }
    const message = resultMessage(cycle, outcome, parent)
    const status = outcome.status === 'succeeded' ? 'succeeded' : 'failed'
    await journal.write(
      {
        messages: [{ message, parent_id: parent.id }],
        tool_calls: closed(row, status, message.id, journal),
        events,
        patch: journal.headAt(message.id),
      },
      [message],
    )
    results.push(message)
    parent = message
  }
  return results
}

/** The outcome as it may be stored: what the policy withholds becomes an error result that says so. */
async function storable(cycle: ToolCycle, outcome: DispatchOutcome, parent: Message): Promise<DispatchOutcome> {
  if (outcome.status === 'cancelled') return outcome
  const { policy, principal, session_id, turn_id } = cycle.host
  try {
    const message = resultMessage(cycle, outcome, parent)
    const asked = assertAllowed(policy, { at: 'message', principal, session_id, turn_id, message })
    if (asked) await asked
    return outcome
  } catch (error) {
    if (!(error instanceof PolicyDeniedError)) throw error
    const reason = error.message
    const content = [{ type: 'text' as const, text: `What the tool gave is withheld: ${reason}` }]
    return { status: 'denied', reason, result: { ...outcome.result, content, is_error: true } }
  }
}

function resultMessage(
  { host, turn_id, asked, journal }: ToolCycle,
  outcome: DispatchOutcome,
  parent: Message,
): Message {
  return {
    id: newId(parent.id),
    session_id: asked.session_id,
    role: 'tool',
    content: [outcome.result],
    metadata: {
      status: 'complete',
      parent_tool_use_id: outcome.result.tool_use_id,
      turn_id,
      ...attributionOf(host.principal),
    },
    created_at: journal.timestamp(),
    schema_version: SCHEMA_VERSION,
  }
}

function closed(
  row: ToolCall | undefined,
  status: ToolCall['status'],
  resultId: string | null,
  journal: Journal,
): ToolCall[] {
  return row ? [{ ...row, status, result_message_id: resultId, completed_at: journal.timestamp() }] : []
}

function outcomeEvents(
  journal: Journal,
  call: ToolUseBlock,
  outcome: DispatchOutcome,
  duration_ms: number,
  parent: string,
): PersistedEvent[] {
  const tool = { tool_use_id: call.id, name: call.name }
  const from = { actor: 'tool', parent } as const
  const failed = (reason: EventPayload<'tool.failed'>['reason']) =>
    journal.event('tool.failed', { ...tool, reason }, from)
  switch (outcome.status) {
    case 'succeeded':
      return [
        journal.event(
          'tool.completed',
          {
            ...tool,
            duration_ms,
            output_hash: hashJson(outcome.content),
            output_bytes: byteLength(canonicalJson(outcome.content)),
          },
          from,
        ),
      ]
    case 'invalid_input': {
      const { path, problem } = outcome.fault
      return [journal.event('tool.input_invalid', { ...tool, path, problem }, from), failed('invalid_input')]
    }
    case 'failed':
      return [failed('error')]
    case 'unknown_tool':
    case 'unreadable_input':
    case 'denied':
    case 'cancelled':
      return [failed(outcome.status)]
  }
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength
}
