import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import { createAdapter } from '#lib/adapters/registry.ts'
import { memoryLogger } from '#lib/log.ts'
import { WIRES } from '../wire.ts'
import { API_KEY, type OpenReader, PROMPT, TOOL } from './reader.ts'

/** An adapter of this project, read as a turn reads it. */
export const metis: OpenReader = (format, baseUrl) => {
  const { type, model } = WIRES[format]
  const adapter = createAdapter({
    type,
    base_url: baseUrl,
    api_key: API_KEY,
    log: memoryLogger(),
    // Else the first request of each adapter asks the server for it.
    ...(type === 'ollama' ? { options: { num_ctx: 8_192 } } : {}),
  })
  let count = 0
  return async ({ text, input }) => {
    count += 1
    for await (const event of adapter.stream(request(`request_${count}`, model))) {
      if (event.type === 'text.delta') text(event.text)
      else if (event.type === 'tool.use_input_delta') input(event.partial_json)
      else if (event.type === 'message.complete' && event.stop_reason === 'error') throw new Error('the stream failed')
    }
  }
}

function request(request_id: string, model: string): CanonicalRequest {
  return {
    request_id,
    session_id: '01KAJ0000000000000000000A0',
    messages: [
      {
        id: '01KAJ0000000000000000000A1',
        session_id: '01KAJ0000000000000000000A0',
        role: 'user',
        content: [{ type: 'text', text: PROMPT }],
        metadata: {},
        created_at: '2026-11-21T12:00:00.000000Z',
        schema_version: 1,
      },
    ],
    tools: [{ name: TOOL.name, description: TOOL.description, input_schema: TOOL.schema, side_effects: 'write' }],
    system_prompt: null,
    model,
    max_output_tokens: 4_096,
  }
}
