import { assertNever } from '../assert-never.ts'
import type { ContentBlock, ToolResultBlock, ToolUseBlock } from '../canonical/block.ts'
import { assertAllowed, PolicyDeniedError } from '../policy/policy.ts'
import type { ToolRegistry } from './registry.ts'
import type { Tool, ToolContext, ToolOutcome } from './tool.ts'
import { type ToolHost, toolContext } from './tool-host.ts'
import type { InputFault } from './validate-input.ts'
import { validateInput } from './validate-input.ts'

type Verdict =
  | { readonly status: 'succeeded'; readonly content: ContentBlock[] }
  | { readonly status: 'failed'; readonly problem: string; readonly cause?: unknown }
  | { readonly status: 'invalid_input'; readonly fault: InputFault }
  | { readonly status: 'unknown_tool'; readonly available: readonly string[] }
  | { readonly status: 'unreadable_input' }
  | { readonly status: 'denied'; readonly reason: string }
  | { readonly status: 'cancelled' }

/** What became of a call, with the block that tells the model. `cause` is for the log only. */
export type DispatchOutcome = Verdict & { readonly result: ToolResultBlock }

/**
 * Runs one call of a model. Never throws and never hangs on a cancelled call: a tool that ignores its signal is left
 * behind. What is wrong with a call is told to the model in words that are the same every time.
 */
export async function dispatch(registry: ToolRegistry, call: ToolUseBlock, host: ToolHost): Promise<DispatchOutcome> {
  const verdict = await judge(registry, call, host)
  return { ...verdict, result: resultOf(call, verdict) }
}

async function judge(registry: ToolRegistry, call: ToolUseBlock, host: ToolHost): Promise<Verdict> {
  if (host.signal.aborted) return { status: 'cancelled' }
  if (call.raw_input !== undefined) return { status: 'unreadable_input' }
  const tool = registry.find(call.name)
  if (!tool) return { status: 'unknown_tool', available: registry.definitions.map((definition) => definition.name) }
  const fault = validateInput(tool.definition.input_schema, call.input)
  if (fault !== null) return { status: 'invalid_input', fault }
  return run(tool, call, host)
}

async function run(tool: Tool, call: ToolUseBlock, host: ToolHost): Promise<Verdict> {
  const { signal } = host
  const { context, end } = toolContext(host, call.id)
  const cancelled = Promise.withResolvers<Verdict>()
  const cancel = () => cancelled.resolve({ status: 'cancelled' })
  signal.addEventListener('abort', cancel, { once: true })
  try {
    // In a microtask of its own, so that a tool which throws before its first await fails like any other.
    const finished = Promise.resolve().then(() => runAllowed(tool, call, context, host))
    return await Promise.race([finished, cancelled.promise])
  } catch (cause) {
    if (cause instanceof PolicyDeniedError) return { status: 'denied', reason: cause.message }
    return signal.aborted ? { status: 'cancelled' } : { status: 'failed', problem: 'The tool broke down.', cause }
  } finally {
    signal.removeEventListener('abort', cancel)
    end()
  }
}

async function runAllowed(tool: Tool, call: ToolUseBlock, context: ToolContext, host: ToolHost): Promise<Verdict> {
  const { policy, principal, session_id, turn_id, signal } = host
  const { definition } = tool
  const asked = assertAllowed(policy, { at: 'tool', principal, session_id, turn_id, call, definition })
  if (asked) await asked
  if (signal.aborted) return { status: 'cancelled' }
  return verdictOf(await tool.run(structuredClone(call.input), context))
}

function verdictOf(outcome: ToolOutcome): Verdict {
  return outcome.ok ? { status: 'succeeded', content: outcome.content } : { status: 'failed', problem: outcome.problem }
}

function resultOf(call: ToolUseBlock, verdict: Verdict): ToolResultBlock {
  const result = { type: 'tool_result', tool_use_id: call.id } as const
  if (verdict.status === 'succeeded') return { ...result, content: verdict.content, is_error: false }
  return { ...result, content: [{ type: 'text', text: explain(verdict) }], is_error: true }
}

function explain(verdict: Exclude<Verdict, { status: 'succeeded' }>): string {
  switch (verdict.status) {
    case 'failed':
      return verdict.problem
    case 'invalid_input':
      return `The tool was not run: ${verdict.fault.path} ${verdict.fault.problem}. Call it again with a valid input.`
    case 'unknown_tool':
      return verdict.available.length === 0
        ? 'The tool was not run: there are no tools in this conversation.'
        : `The tool was not run: there is none of this name. The tools are: ${verdict.available.join(', ')}.`
    case 'unreadable_input':
      return 'The tool was not run: its arguments are not a JSON object. Call it again with complete, valid JSON.'
    case 'denied':
      return `The tool was not run: ${verdict.reason}`
    case 'cancelled':
      return 'The user cancelled this call; it has no result.'
    default:
      return assertNever(verdict)
  }
}
