import { expect, test } from 'vitest'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { Message } from '#lib/canonical/message.ts'
import { ShareContent } from '#lib/canonical/share-content.ts'
import { SHARED_AT_FIRST } from '#lib/canonical/shared-at-first.ts'
import { draftOf } from '#lib/share/draft.ts'
import { NothingToShareError, ShareRangeError } from '#lib/share/refused.ts'
import { hiddenParts } from '#lib/share/snapshot.ts'
import { assistant, call, message, result, text, toolId, toolMessage, user } from '#test/support/message-builder.ts'
import { EVERYTHING, NOTHING, richPath, SECRET } from '#test/support/share-builder.ts'

const HIDDEN = { type: 'hidden' }
const content = (fields: object = {}) => ShareContent.parse({ include: SHARED_AT_FIRST, ...fields })
const draft = (path: readonly Message[], fields?: object, { title = null as string | null } = {}) =>
  draftOf({ title, system_prompt: 'Be kind.', path }, content(fields))
const shown = (block: unknown, fields?: object): ContentBlock | undefined =>
  draft([assistant([block as ContentBlock])], fields).messages[0]?.content[0]

test('a draft has no field that is not listed, whatever messages, metadata and blocks have', () => {
  const json = JSON.stringify(draft(richPath(), { include: EVERYTHING }))
  expect(json).not.toContain(SECRET)
  expect(json).toContain('claude-test')
})

test('with every switch off it has words, names of tools and nothing else', () => {
  const { messages, system_prompt, costs } = draft(richPath(), { include: NOTHING })
  expect({ system_prompt, costs }).toEqual({ system_prompt: null, costs: null })
  expect(messages.map(({ content, metadata }) => ({ content, metadata }))).toEqual([
    {
      content: [{ type: 'text', text: 'What is this?' }, HIDDEN, HIDDEN, HIDDEN, HIDDEN],
      metadata: { turn_id: 'turn-1' },
    },
    {
      content: [
        HIDDEN,
        HIDDEN,
        {
          type: 'text',
          text: 'A cat.',
          citations: [{ url: 'https://example.com/cat', title: 'Cats', start: 0, end: 5 }],
        },
        {
          type: 'hosted_tool',
          tool: 'code_execution',
          name: 'code_execution',
          input: {},
          input_hidden: true,
          status: 'completed',
          result_hidden: true,
        },
        { type: 'tool_use', id: toolId(1), name: 'calculator', input: {}, input_hidden: true },
        HIDDEN,
      ],
      metadata: { turn_id: 'turn-1', status: 'complete', stop_reason: 'tool_use' },
    },
    {
      content: [{ type: 'tool_result', tool_use_id: toolId(1), content: [HIDDEN] }],
      metadata: { turn_id: 'turn-1', parent_tool_use_id: toolId(1) },
    },
  ])
})

test('thinking, the system prompt and costs are shown where they are asked for, and their amounts are exact', () => {
  const { messages, system_prompt, costs } = draft(richPath(), { include: EVERYTHING })
  expect(system_prompt).toBe('Be kind.')
  expect(costs).toEqual({ cost_usd: '0.000123456789', unpriced_calls: 0 })
  expect(messages[1]?.content[0]).toEqual({ type: 'thinking', text: 'It has whiskers.' })
  expect(messages[1]?.metadata.usage).toEqual({
    input_tokens: 10,
    output_tokens: 5,
    cached_input_tokens: 0,
    cache_creation_input_tokens: 0,
    cost_usd: '0.000123456789',
    pricing_version: null,
    latency_ms: 800,
  })
})

test('what nothing is known to cost is unpriced, not free', () => {
  const usage = { ...richPath()[1]?.metadata.usage, cost_usd: null } as NonNullable<Message['metadata']['usage']>
  const { costs } = draft([user('Hi'), assistant('Hello', { usage })], { include: EVERYTHING })
  expect(costs).toEqual({ cost_usd: null, unpriced_calls: 1 })
})

test('a system message is shown with the system prompt only', () => {
  const path = [message('system', 'Rules'), user('Hi')]
  expect(draft(path).messages).toHaveLength(1)
  expect(draft(path, { include: EVERYTHING }).messages).toHaveLength(2)
})

test('the name of a model before a question is left out with the names of models', () => {
  const path = [user('@opus, what is this?', { override: '@opus,' })]
  expect(draft(path, { include: NOTHING }).messages[0]?.content).toEqual([text('what is this?')])
  expect(draft(path).messages[0]?.content).toEqual([text('@opus, what is this?')])
})

test('a block of a kind that this version does not know is not shown', () => {
  expect(shown({ type: 'hologram', data: SECRET }, { include: EVERYTHING })).toEqual(HIDDEN)
})

test('a picture that lies elsewhere is not shown, for its host would learn who reads the share', () => {
  const elsewhere = { type: 'image', source: { kind: 'url', data: 'https://a.example/x.png' }, media_type: 'image/png' }
  expect(shown(elsewhere, { include: EVERYTHING })).toEqual(HIDDEN)
})

test('arguments that were no JSON are hidden with the others', () => {
  const broken = { ...call(toolId(1)), raw_input: '{"a' }
  expect(shown(broken)).toEqual(broken)
  expect(shown(broken, { include: NOTHING })).not.toHaveProperty('raw_input')
})

test('a single block that is hidden leaves its place, and nothing of what it was', () => {
  const path = [user([text('one'), text('two'), text('three')])]
  const [only] = draft(path, { hidden: [{ message_id: path[0]?.id, block: 1 }] }).messages
  expect(only?.content).toEqual([text('one'), HIDDEN, text('three')])
  expect(hiddenParts(only?.content ?? [])).toBe(1)
})

test('a hidden call hides its result and that there is one; a hidden result leaves its call', () => {
  const path = [user('Add'), assistant([text('Yes'), call(toolId(1))]), toolMessage(toolId(1), SECRET)]
  const hiddenCall = draft(path, { hidden: [{ message_id: path[1]?.id, block: 1 }] }).messages
  expect(hiddenCall.slice(1).map(({ content, metadata }) => [content, metadata])).toEqual([
    [[text('Yes'), HIDDEN], {}],
    [[HIDDEN], {}],
  ])
  const hiddenResult = draft(path, { hidden: [{ message_id: path[2]?.id, block: 0 }] }).messages
  expect(hiddenResult.slice(1).map(({ content }) => content)).toEqual([
    [text('Yes'), call(toolId(1))],
    [{ ...result(toolId(1)), content: [HIDDEN] }],
  ])
})

test('blocks that are to be hidden and are not there change nothing', () => {
  const path = [user('Hi')]
  const hidden = [
    { message_id: 'elsewhere', block: 0 },
    { message_id: path[0]?.id, block: 7 },
  ]
  expect(draft(path, { hidden }).messages[0]?.content).toEqual([text('Hi')])
})

test('a range begins and ends with the messages that it names', () => {
  const path = [user('1'), assistant('2'), user('3'), assistant('4')]
  const { messages } = draft(path, { from: path[1]?.id, to: path[2]?.id })
  expect(messages.map(({ id }) => id)).toEqual([path[1]?.id, path[2]?.id])
})

test('a range of another branch, or one that ends before it begins, is refused', () => {
  const path = [user('1'), assistant('2')]
  expect(() => draft(path, { from: 'elsewhere' })).toThrow(new ShareRangeError('from'))
  expect(() => draft(path, { to: 'elsewhere' })).toThrow(new ShareRangeError('to'))
  expect(() => draft(path, { from: path[1]?.id, to: path[0]?.id })).toThrow(new ShareRangeError('to'))
})

test('an answer in the making is not shown, and neither is what follows it', () => {
  const path = [user('1'), assistant('2'), user('3'), assistant('fo', { status: 'partial' }), user('5')]
  expect(draft(path).messages.map(({ id }) => id)).toEqual(path.slice(0, 3).map(({ id }) => id))
  expect(() => draft(path, { from: path[3]?.id })).toThrow(NothingToShareError)
  expect(() => draft([])).toThrow(NothingToShareError)
})
