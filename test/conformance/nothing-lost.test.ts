import { describe, expect, test } from 'vitest'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { AdapterCapabilities } from '#lib/canonical/capabilities.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { Message, MessageMetadata } from '#lib/canonical/message.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import { requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { ALL_CAPABILITIES, assistant, call, text, toolMessage, user } from '#test/support/message-builder.ts'
import { ADAPTERS } from './wire/wire-author.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const OTHER_PNG = PNG.replace('DUlEQVR42mNk', 'DUlEQVR42mNl')
const picture = (data: string): ContentBlock => ({
  type: 'image',
  source: { kind: 'base64', data },
  media_type: 'image/png',
})

const by = (content: ContentBlock[], fields: MessageMetadata = {}) =>
  assistant(content, { provider: 'maker', model: 'maker:model', ...fields })
const kept = (provider_raw: JsonObject): MessageMetadata => ({ provider_raw })

/** A word of each thing that a history holds, with the message that it is in. */
interface Told {
  word: string
  in: Message
}

/** All kinds of things that another model's answers, and questions, may hold. */
function history(): { messages: Message[]; told: Told[] } {
  const asked = user([text('QUESTION'), picture(PNG)])
  const thought = by([
    { type: 'thinking', text: 'THOUGHT', signature: 'c2ln' },
    { type: 'redacted_thinking', data: 'SEALED' },
    text('ANSWER'),
  ])
  const calling = by([text('BEFORE'), call('tu_a', 'lookup', { word: 'ARGUMENT' }), text('BEHIND')])
  const given = toolMessage('tu_a', [text('RESULT'), picture(OTHER_PNG)])
  const cited = by([
    {
      ...text('CITING'),
      citations: [{ url: 'https://CITED.test/', title: 'A page', cited_text: null }],
    } as unknown as ContentBlock,
  ])
  const annotated = by(
    [text('NOTING')],
    kept({
      format: 'openai.chat',
      annotations: [{ type: 'url_citation', url_citation: { url: 'https://ANNOTATED.test/', title: 'A page' } }],
    }),
  )
  const spoken = by(
    [text('SPOKEN')],
    kept({ format: 'openai.chat', audio: { id: 'AUDIO', transcript: 'SPOKEN', data: 'AAAA', expires_at: 1 } }),
  )
  const custom = by([{ ...call('tu_b', 'shell'), raw_input: 'CUSTOM' }])
  const served = by(
    [text('SERVED')],
    kept({
      format: 'anthropic.messages',
      blocks: [
        { index: 0, block: { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'SEARCHED' } } },
        { index: 0, block: { type: 'future_block', words: 'UNHEARD' } },
      ],
    }),
  )
  const cut = by([text('CUT')], { status: 'partial' })
  const stopped = by([text('STOPPED')], { status: 'cancelled' })
  const failed = by([text('FAILED')], { status: 'error' })
  const last = user('LAST')
  const told: [Message, string[]][] = [
    [asked, ['QUESTION', PNG]],
    [thought, ['THOUGHT', 'SEALED', 'ANSWER']],
    [calling, ['BEFORE', 'ARGUMENT', 'BEHIND']],
    [given, ['RESULT', OTHER_PNG]],
    [cited, ['CITING', 'CITED']],
    [annotated, ['NOTING', 'ANNOTATED']],
    [spoken, ['SPOKEN', 'AUDIO']],
    [custom, ['CUSTOM']],
    [served, ['SERVED', 'SEARCHED', 'UNHEARD']],
    [cut, ['CUT']],
    [stopped, ['STOPPED']],
    [failed, ['FAILED']],
    [last, ['LAST']],
  ]
  const between = () => user('ON')
  const messages = [
    asked,
    thought,
    between(),
    calling,
    given,
    cited,
    between(),
    annotated,
    between(),
    spoken,
    between(),
    custom,
    toolMessage('tu_b'),
    served,
    between(),
    cut,
    stopped,
    between(),
    failed,
    last,
  ]
  return { messages, told: told.flatMap(([message, words]) => words.map((word) => ({ word, in: message }))) }
}

const MODELS: [string, Partial<AdapterCapabilities>][] = [
  ['that takes everything', {}],
  [
    'that takes text alone',
    { supports_images: false, supports_thinking: false, supports_tools: false, supports_system_prompt: false },
  ],
]

function send(type: AdapterType, messages: Message[], capabilities: Partial<AdapterCapabilities>) {
  const records: ProjectionRecord[] = []
  const { adapter } = testAdapter({ type, capabilities: () => ({ ...ALL_CAPABILITIES, ...capabilities }) })
  const onProjection = (record: ProjectionRecord) => records.push(record)
  const body = adapter.wireBody?.(requestFor(type, { messages, onProjection })) ?? ''
  return { body, records, recorded: new Set(records.map(({ message_id }) => message_id)) }
}

describe.each(ADAPTERS.map(([type]) => type))('of a history of everything, at %s', (type) => {
  test.each(MODELS)('nothing is missing in what is sent to a model %s without a record', (_, capabilities) => {
    const { messages, told } = history()
    const { body, records } = send(type, messages, capabilities)
    const missing = told.filter(({ word }) => !body.includes(word))
    const silent = missing.filter(({ in: { id } }) => {
      const gone = missing.filter((each) => each.in.id === id).length
      return records.filter(({ message_id }) => message_id === id).length < gone
    })
    expect(silent.map(({ word }) => word)).toEqual([])
  })

  test('what an answer says keeps its order, or its message has a record', () => {
    const { messages, told } = history()
    const { body, recorded } = send(type, messages, {})
    const places = told.flatMap(({ word, in: { id } }) => (recorded.has(id) ? [] : [body.indexOf(word)]))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    const calling = told.find(({ word }) => word === 'BEHIND')?.in.id ?? ''
    if (!recorded.has(calling)) expect(body.indexOf('BEHIND')).toBeGreaterThan(body.indexOf('ARGUMENT'))
  })
})
