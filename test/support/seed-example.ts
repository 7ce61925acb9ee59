import type { Message } from '#lib/canonical/message.ts'
import type { Usage } from '#lib/canonical/usage.ts'

const SONNET = { model: 'anthropic:claude-sonnet-4-6', provider: 'anthropic' }

const ROUTING = {
  mode: 'default',
  chosen_model: 'anthropic:claude-sonnet-4-6',
  reason: 'workspace default',
  alternatives_considered: [],
} as const

const USAGE: Usage = {
  input_tokens: 8,
  output_tokens: 42,
  cached_input_tokens: 0,
  cache_creation_input_tokens: 0,
  cost_usd: '0.000654',
  pricing_version: '2026-05-08',
  latency_ms: 820,
}

function at(second: number) {
  return {
    id: `01HZ0000000000000000000${String(100 + second)}`,
    session_id: 'sess_42',
    created_at: `2026-05-08T12:00:0${second}.123456Z`,
    schema_version: 1,
  }
}

/** The worked examples of canonical-message-format §8.1 to §8.3, as one session. */
export function seedExample(): Message[] {
  const answered = { ...SONNET, routing: { ...ROUTING, alternatives_considered: [] }, usage: USAGE }
  return [
    { ...at(0), role: 'user', content: [{ type: 'text', text: "What's a ULID?" }], metadata: {} },
    {
      ...at(1),
      role: 'assistant',
      content: [{ type: 'text', text: 'A ULID is a 128-bit identifier...' }],
      metadata: answered,
    },
    { ...at(2), role: 'user', content: [{ type: 'text', text: 'Summarize README.md' }], metadata: {} },
    {
      ...at(3),
      role: 'assistant',
      content: [
        { type: 'text', text: "I'll read the file." },
        { type: 'tool_use', id: 'tu_01HZ0000000000000000000100', name: 'read_file', input: { path: 'README.md' } },
      ],
      metadata: answered,
    },
    {
      ...at(4),
      role: 'tool',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'tu_01HZ0000000000000000000100',
          content: [{ type: 'text', text: '# Project Foo\n\nA tool for...' }],
        },
      ],
      metadata: { parent_tool_use_id: 'tu_01HZ0000000000000000000100' },
    },
    {
      ...at(5),
      role: 'assistant',
      content: [{ type: 'text', text: 'The README describes Project Foo, a tool for...' }],
      metadata: answered,
    },
    { ...at(6), role: 'user', content: [{ type: 'text', text: 'What about the LICENSE file?' }], metadata: {} },
    {
      ...at(7),
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'tu_01HZ0000000000000000000200', name: 'read_file', input: { path: 'LICENSE' } },
      ],
      metadata: {
        model: 'openai:gpt-5',
        provider: 'openai',
        routing: {
          mode: 'manual',
          chosen_model: 'openai:gpt-5',
          reason: 'user swap via /model command',
          alternatives_considered: [],
        },
        usage: USAGE,
      },
    },
  ]
}
