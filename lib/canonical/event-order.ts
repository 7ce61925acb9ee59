import type { StreamEvent } from './stream-event.ts'

/**
 * Watches the order of one message's events (provider-adapter-contract §5.3, contract §1) and throws, naming the broken
 * rule, at the first event that breaks it. Adapters run it in tests; so can anything that consumes them.
 */
export function eventOrderChecker(): (event: StreamEvent) => void {
  let started = false
  let completed = false
  let index = 0
  let openCall: string | null = null
  const calls = new Set<string>()

  return (event) => {
    const fail = (rule: string): never => {
      throw new Error(`event order: ${rule} (at ${JSON.stringify(event).slice(0, 200)})`)
    }
    if (completed) fail('nothing follows message.complete')
    if (event.type === 'message.start') {
      if (started) fail('message.start comes once')
      started = true
      return
    }
    if (!started) fail('message.start comes first')
    if (event.type === 'message.complete') {
      if (openCall !== null) fail('a tool.use_start has no tool.use_end')
      completed = true
      return
    }
    // Results of calls that ran side by side at the provider, and sources, are told when other blocks have begun.
    const isLate = event.type === 'hosted_tool.update' || event.type === 'text.citation'
    if (isLate && event.content_block_index < index) return
    if (event.content_block_index < index) fail('block indices never fall')
    const advanced = event.content_block_index > index
    index = event.content_block_index
    if (event.type === 'tool.use_start') {
      if (openCall !== null) fail('a block opens while a call is open')
      if (calls.has(event.tool_use_id)) fail('a tool id starts twice')
      calls.add(event.tool_use_id)
      openCall = event.tool_use_id
    } else if (event.type === 'tool.use_input_delta' || event.type === 'tool.use_end') {
      if (openCall !== event.tool_use_id) fail('a piece of a call that is not open')
      if (event.type === 'tool.use_end') openCall = null
    } else if (openCall !== null) {
      fail(advanced ? 'a block opens while a call is open' : 'a delta inside an open call')
    }
  }
}
