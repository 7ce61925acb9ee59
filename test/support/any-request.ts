import fc from 'fast-check'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { ContentBlock, ToolUseBlock } from '#lib/canonical/block.ts'
import { REASONING_EFFORTS } from '#lib/canonical/effort-order.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { ToolDefinition } from '#lib/canonical/tool.ts'
import { canonicalRequest, message, result } from './message-builder.ts'

/**
 * Requests with histories that no one would write by hand: whole rounds of parallel calls, and beside them results of
 * calls that never were, calls without results, one id twice, blank and broken text, pictures where none belong, blocks
 * of unknown types, and answers of other models, cancelled or cut off. `kept` is what the adapter under test may have
 * noted in an answer (`provider_raw`).
 */
export function anyRequest({ kept }: { kept?: fc.Arbitrary<JsonObject> } = {}): fc.Arbitrary<CanonicalRequest> {
  return fc
    .record({
      messages: anyHistory(kept ?? fc.constant(undefined)),
      system_prompt: fc.constantFrom(null, '', 'Be brief.'),
      tools: fc.constantFrom<ToolDefinition[]>([], [ADD]),
      max_output_tokens: fc.constantFrom(1, 1024, 1500, 8000),
      temperature: fc.constantFrom(null, -1, 0.5, 2, 3),
      tool_choice: fc.constantFrom('auto' as const, 'none' as const, 'required' as const, { name: 'add' }),
      reasoning_effort: fc.constantFrom(...REASONING_EFFORTS),
      stop_sequences: fc.constantFrom<string[]>([], ['\n', 'END'], ['\n', 'END', 'END']),
      output_schema: fc.constantFrom(null, { type: 'object' }),
      schema_name: fc.constantFrom('answer', 'an answer!'),
    })
    .map((fields) => canonicalRequest(fields))
}

const ADD: ToolDefinition = {
  name: 'add',
  description: 'Adds',
  input_schema: { type: 'object', properties: {} },
  side_effects: 'none',
}

const text = fc
  .constantFrom('', ' ', '\n', 'Hello', 'a \n', '🌦️ ok', 'lone \ud800', 'x'.repeat(50))
  .map((words): ContentBlock => ({ type: 'text', text: words }))

const image = fc.constantFrom<ContentBlock>(
  { type: 'image', source: { kind: 'base64', data: 'iVBORw0KGgoAAAA=' }, media_type: 'image/jpeg' },
  { type: 'image', source: { kind: 'url', data: 'https://example.test/a.png' }, media_type: 'image/png' },
  { type: 'image', source: { kind: 'file_ref', data: 'attachments/gone' }, media_type: 'image/png' },
)

const thinking = fc.constantFrom<ContentBlock>(
  { type: 'thinking', text: 'hm', signature: 'c2ln' },
  { type: 'thinking', text: '', signature: 'c2ln' },
  { type: 'thinking', text: 'unsigned' },
  { type: 'thinking', text: 'lone \ud800' },
  { type: 'redacted_thinking', data: 'cmVk' },
)

const unknown = fc.constant({ type: 'hologram', x: 1 } as unknown as ContentBlock)

const call = fc
  .record({
    id: fc.constantFrom('tu_1', 'tu_2', 'tu_3', 'functions.Bash:0', 'call_x|fc_y', `call_${'y'.repeat(80)}`),
    name: fc.constantFrom('add', 'ns.tool', ''),
    raw: fc.constantFrom(undefined, '{"a'),
  })
  .map(({ id, name, raw }): ToolUseBlock => {
    const block = { type: 'tool_use' as const, id, name, input: raw === undefined ? { a: 1 } : {} }
    return raw === undefined ? block : { ...block, raw_input: raw }
  })

const outcome = fc.record({ content: fc.array(fc.oneof(text, image), { maxLength: 2 }), is_error: fc.boolean() })

const told = (id: string, { content, is_error }: { content: ContentBlock[]; is_error: boolean }) =>
  message('tool', [{ ...result(id, content), is_error }], { parent_tool_use_id: id })

function anyHistory(kept: fc.Arbitrary<JsonObject | undefined>): fc.Arbitrary<Message[]> {
  const metadata = (status: fc.Arbitrary<'complete' | 'cancelled' | 'error' | 'partial'>) =>
    fc
      .record({ model: fc.constantFrom('anthropic:test-model', 'openai:gpt-x'), status, provider_raw: kept })
      .map(({ provider_raw, ...fields }) => ({
        ...fields,
        provider: fields.model.split(':')[0] ?? '',
        ...(provider_raw && { provider_raw }),
      }))

  const answer = fc
    .record({
      content: fc.array(fc.oneof(text, call, thinking, image, unknown), { maxLength: 5 }),
      metadata: metadata(fc.constantFrom('complete', 'cancelled', 'error', 'partial')),
    })
    .map((fields) => [message('assistant', fields.content, fields.metadata)])
  const round = fc
    .record({
      lead: fc.array(fc.oneof(thinking, text), { maxLength: 2 }),
      calls: fc.uniqueArray(fc.tuple(call, outcome), { minLength: 1, maxLength: 3, selector: ([{ id }]) => id }),
      metadata: metadata(fc.constant('complete')),
    })
    .map(({ lead, calls, metadata }) => [
      message('assistant', [...lead, ...calls.map(([block]) => block)], metadata),
      ...calls.map(([{ id }, each]) => told(id, each)),
    ])
  const stray = fc.tuple(call, outcome).map(([{ id }, each]) => [told(id, each)])
  const said = fc.array(fc.oneof(text, image), { maxLength: 3 }).map((content) => [message('user', content)])
  const prompt = text.map((block) => [message('system', [block])])

  return fc
    .array(
      fc.oneof(
        { arbitrary: answer, weight: 3 },
        { arbitrary: round, weight: 1 },
        { arbitrary: said, weight: 2 },
        { arbitrary: stray, weight: 3 },
        { arbitrary: prompt, weight: 1 },
      ),
      { maxLength: 9 },
    )
    .map((steps) => steps.flat())
}
