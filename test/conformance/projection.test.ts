import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AdapterConfig, AdapterType } from '#lib/adapters/adapter.ts'
import type { ContentBlock, ToolUseBlock } from '#lib/canonical/block.ts'
import type { DocumentLimits } from '#lib/canonical/capabilities.ts'
import { InvalidRequestError } from '#lib/canonical/error.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import { drain, MODELS, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import {
  anyDocument,
  DOCUMENTS_OF,
  type DocumentKind,
  documentOf,
  documentsIn,
  goesAsItIs,
  shelfOf,
} from '#test/support/any-document.ts'
import { ALL_CAPABILITIES, assistant, call, text, toolMessage, user } from '#test/support/message-builder.ts'
import { ADAPTERS } from './wire/wire-author.ts'

/** Sends these messages and gives what went out, and what was recorded of it. */
async function send(type: AdapterType, messages: Message[], config: Partial<AdapterConfig> = {}) {
  const records: ProjectionRecord[] = []
  let body = ''
  const { adapter } = testAdapter({
    type,
    max_retries: 0,
    fetch: async (_url, init) => {
      body = String(init?.body)
      return new Response('{}', { status: 400 })
    },
    ...config,
  })
  const onProjection = (record: ProjectionRecord) => records.push(record)
  const { error } = await drain(adapter.stream(requestFor(type, { messages, onProjection, ...shelfOf(messages) })))
  return { body, records, error }
}

const of = (records: readonly ProjectionRecord[], { id }: Message) =>
  records.filter(({ message_id }) => message_id === id).map(({ block_type, action }) => [block_type, action])

/** By another maker's model, so that no adapter takes it for its own. */
const foreign = (content: ContentBlock[], provider_raw?: JsonObject) =>
  assistant(content, { provider: 'maker', model: 'maker:model', ...(provider_raw && { provider_raw }) })

const CUT: ToolUseBlock = { ...call('tu_1', 'write'), raw_input: '{"path": "a' }
const HOSTS: [string, Partial<AdapterConfig> & Pick<AdapterConfig, 'type'>][] = [
  ...ADAPTERS.map(([type]): (typeof HOSTS)[number] => [`a host of type ${type}`, { type }]),
  ...['deepseek', 'groq', 'mistral', 'moonshot', 'ollama', 'somebody'].map((name): (typeof HOSTS)[number] => [
    `${name}, of type openai`,
    { type: 'openai', name },
  ]),
  ['OpenAI under another address', { type: 'openai', base_url: 'https://gateway.test/openai/v1' }],
  ['OpenRouter', { type: 'openrouter', base_url: 'https://openrouter.ai/api/v1' }],
  ['Anthropic', { type: 'anthropic', base_url: 'https://api.anthropic.com' }],
]

describe('wire-rule 126: arguments that are no JSON', () => {
  const messages = [user('go'), foreign([CUT]), toolMessage('tu_1'), user('and?')]

  test.each(HOSTS)('go inside an object to %s, the same every time, and that is recorded', async (_host, config) => {
    const { body, records } = await send(config.type, messages, config)
    const author = ADAPTERS.find(([type]) => type === config.type)?.[1]
    expect(author?.callsIn(body).map(({ input }) => input)).toEqual([{ INVALID_JSON: CUT.raw_input }])
    expect(author?.faultsIn(body)).toEqual([])
    expect(records.map(({ message_id, block_type, action }) => [message_id, block_type, action])).toEqual([
      [messages[1]?.id, 'tool_use', 'repaired'],
    ])
    expect((await send(config.type, structuredClone(messages), config)).body).toBe(body)
  })

  test.each([
    ['openai', 'https://api.openai.com'],
    ['openai', 'https://api.openai.com/v1/'],
    ['openai-responses', 'https://api.openai.com'],
  ] as const)('go to OpenAI itself as they came (%s)', async (type, base_url) => {
    const { body, records } = await send(type, messages, {
      ...(base_url ? { base_url } : { base_url: 'https://api.openai.com' }),
    })
    expect(body).toContain(JSON.stringify(CUT.raw_input))
    expect(body).not.toContain('INVALID_JSON')
    expect(records).toEqual([])
  })

  test('go as the installation says, wherever the host is', async () => {
    const options = { invalid_arguments: 'verbatim' }
    expect((await send('openai', messages, { options })).body).not.toContain('INVALID_JSON')
    const config = { base_url: 'https://api.openai.com', options: { invalid_arguments: 'in_object' } }
    expect((await send('openai', messages, config)).body).toContain('INVALID_JSON')
  })
})

describe.each(ADAPTERS)('what goes out through %s', (type, author) => {
  const placeOf = (body: string, ...words: string[]) => words.map((word) => body.indexOf(word))
  const isSorted = (places: number[]) => places.every((place, at) => place > (places[at - 1] ?? -1))

  test('wire-rules 26 and 57: text behind a call stays there, or its move is recorded once', async () => {
    const own = { provider: MODELS[type].split(':')[0] ?? '', model: MODELS[type] }
    const content = [text('before'), call('tu_1', 'lookup'), text('between'), call('tu_2', 'lookup'), text('behind')]
    for (const metadata of [own, { provider: 'maker', model: 'maker:model' }]) {
      const answer = assistant(content, metadata)
      const { body, records } = await send(type, [user('go'), answer, toolMessage('tu_1'), toolMessage('tu_2')])
      expect(author.faultsIn(body)).toEqual([])
      const [before, firstCall, between, behind] = placeOf(body, 'before', '"lookup"', 'between', 'behind')
      const isKept = isSorted([before ?? -1, firstCall ?? -1, between ?? -1, behind ?? -1])
      expect(isKept).toBe(type === 'openai-responses')
      expect(of(records, answer)).toEqual(isKept ? [] : [['text', type === 'anthropic' ? 'repaired' : 'converted']])
    }
  })

  test('text in front of the calls is not moved, and nothing is recorded', async () => {
    const answer = foreign([text('a'), text('b'), call('tu_1'), call('tu_2'), text(' ')])
    const { records } = await send(type, [user('go'), answer, toolMessage('tu_1'), toolMessage('tu_2'), user('so?')])
    expect(records).toEqual([])
  })

  test('an answer that is still being written is left out, block by block', async () => {
    const partial = assistant([text('half a wo'), call('tu_1')], { model: 'maker:model', status: 'partial' })
    const { body, records } = await send(type, [user('go'), partial, user('again')])
    expect(author.faultsIn(body)).toEqual([])
    expect(body).not.toContain('half a wo')
    expect(of(records, partial)).toEqual([
      ['text', 'dropped'],
      ['tool_use', 'dropped'],
    ])
    const critical = { ...partial, metadata: { ...partial.metadata, critical: true } }
    expect((await send(type, [critical, user('again')])).error).toBeInstanceOf(InvalidRequestError)
  })

  test('a result that something else stands in front of is moved next to its call, and that is recorded', async () => {
    const [late, said] = [toolMessage('tu_1', 'late'), user('hurry')]
    const { body, records } = await send(type, [user('go'), foreign([call('tu_1')]), said, late])
    expect(author.faultsIn(body)).toEqual([])
    expect(isSorted(placeOf(body, 'late', 'hurry'))).toBe(true)
    expect(records.map(({ message_id, block_type, action }) => [message_id, block_type, action])).toEqual([
      [late.id, 'tool_result', 'repaired'],
    ])
  })

  test('wire-rule 204: what another adapter kept is in the request in words, or recorded as dropped', async () => {
    for (const { kept, words, content } of KEPT) {
      const answer = foreign([text('Found.'), ...(content ?? [])], kept)
      const calls = (content ?? []).map(({ id }) => toolMessage(id))
      const { body, records } = await send(type, [user('go'), answer, ...calls, user('and?')])
      expect(author.faultsIn(body)).toEqual([])
      expect(of(records, answer)).toEqual([[expect.any(String), words === null ? 'dropped' : 'converted']])
      if (words !== null) expect(body).toContain(words)
      expect(body).toContain('Found.')
      const critical = { ...answer, metadata: { ...answer.metadata, critical: true } }
      const { error } = await send(type, [user('go'), critical, ...calls, user('and?')])
      expect(error instanceof InvalidRequestError && /critical/.test(error.message)).toBe(words === null)
    }
  })

  // What there is of a document and where it stands decides how it goes, and nothing that comes later (wire-rule 151).
  test.each([
    ['that takes no files', undefined],
    ['that takes those of its maker', DOCUMENTS_OF[type]],
  ])(
    'wire-rule 151: any history, to a host %s: each block is in the request or recorded, what is recorded is not as it was, and nothing changes when it goes on',
    async (_host, documents) => {
      const config = { capabilities: () => ({ ...ALL_CAPABILITIES, documents }) }
      await fc.assert(
        fc.asyncProperty(anyHistory, anyDocument, async (steps, later) => {
          const messages = [...steps.flatMap((step, turn) => historyOf(step, turn)), user('last question')]
          const { body, records } = await send(type, messages, config)
          expect(author.faultsIn(body)).toEqual([])
          for (const message of messages) expectAccounted(message, of(records, message), body, type, documents)
          const ids = new Set(messages.map(({ id }) => id))
          expect(records.filter(({ message_id }) => !ids.has(message_id))).toEqual([])
          const again = await send(type, structuredClone(messages), config)
          expect([again.body, again.records]).toEqual([body, records])
          const next = user([text('one more'), documentOf(later, 'later')])
          const longer = await send(type, [...messages, assistant('fine'), next], config)
          expect(messagesIn(longer.body).slice(0, -2)).toEqual(messagesIn(body))
        }),
        { numRuns: 30 },
      )
    },
  )
})

interface Kept {
  kept: JsonObject
  /** What of it a reader finds; null where it is lost. */
  words: string | null
  content?: ToolUseBlock[]
}

const anthropicBlock = (block: JsonObject) => ({ format: 'anthropic.messages', blocks: [{ index: 1, block }] })
const KEPT: Kept[] = [
  { kept: anthropicBlock({ type: 'compaction', content: 'spoke of ships' }), words: 'spoke of ships' },
  {
    kept: anthropicBlock({
      type: 'web_search_tool_result',
      content: [{ type: 'web_search_result', title: 'Ships', url: 'https://ships.test/' }],
    }),
    words: 'https://ships.test/',
  },
  {
    kept: anthropicBlock({ type: 'code_execution_tool_result', content: { stdout: 'forty-two' } }),
    words: 'forty-two',
  },
  { kept: anthropicBlock({ type: 'container_upload', file_id: 'file_1' }), words: null },
  { kept: anthropicBlock({ type: 'advisor_tool_result', content: { encrypted_content: 'Eq' } }), words: null },
  {
    kept: {
      format: 'anthropic.messages',
      fields: [
        { index: 0, fields: { citations: [{ type: 'web_search_result_location', url: 'https://cited.test/' }] } },
      ],
    },
    words: 'https://cited.test/',
  },
  {
    kept: {
      format: 'openai.chat',
      annotations: [{ type: 'url_citation', url_citation: { url: 'https://noted.test/' } }],
    },
    words: 'https://noted.test/',
  },
  { kept: { format: 'openai.chat', audio: { id: 'audio_1', data: 'UklG', transcript: 'Found.' } }, words: 'Found.' },
  { kept: { format: 'openai.chat', images: [{ type: 'image_url' }] }, words: null },
  {
    kept: { format: 'openai.chat', tool_calls: { 0: { custom: 'free words' } } },
    content: [{ ...call('tu_1', 'math'), raw_input: 'free words' }],
    words: 'free words',
  },
  {
    kept: {
      format: 'openai.responses',
      fields: [
        {
          index: 0,
          item: { type: 'message', phase: 'final_answer' },
          message: 1,
          part: {
            type: 'output_text',
            annotations: [{ type: 'url_citation', url: 'https://linked.test/' }],
            logprobs: [],
          },
        },
      ],
    },
    words: 'https://linked.test/',
  },
  {
    kept: { format: 'openai.responses', blocks: [{ index: 0, block: { type: 'reasoning', encrypted_content: 'Z0' } }] },
    words: null,
  },
  {
    kept: {
      format: 'openai.responses',
      fields: [{ index: 1, item: { type: 'custom_tool_call' }, arguments: 'SELECT 1' }],
    },
    content: [{ ...call('tu_1', 'sql'), raw_input: 'SELECT 1' }],
    words: 'SELECT 1',
  },
  { kept: { format: 'maker.next', blocks: [{ index: 0, block: { type: 'hologram' } }] }, words: null },
]

type Piece = 'text' | 'thinking' | 'call' | 'cut call' | 'unknown'
interface Step {
  /** Attached to the question, and found by the tools. */
  attached: DocumentKind[]
  found: DocumentKind[]
  pieces: Piece[]
  kept: Kept | null
  status: 'complete' | 'cancelled' | 'error' | 'partial'
}

const anyHistory = fc.array(
  fc.record<Step>({
    attached: fc.array(anyDocument, { maxLength: 2 }),
    found: fc.array(anyDocument, { maxLength: 2 }),
    pieces: fc.array(fc.constantFrom<Piece>('text', 'text', 'thinking', 'call', 'cut call', 'unknown'), {
      maxLength: 5,
    }),
    kept: fc.constantFrom(null, ...KEPT.filter(({ content }) => content === undefined)),
    status: fc.constantFrom('complete', 'complete', 'cancelled', 'error', 'partial'),
  }),
  { maxLength: 4 },
)

/** A question, an answer of which each block has a word of its own, and a result for each call. */
function historyOf({ attached, found, pieces, kept, status }: Step, turn: number): Message[] {
  const content = pieces.map((piece, at): ContentBlock => {
    const word = `w${turn}x${at}w`
    if (piece === 'text') return text(`${word} Found.`)
    if (piece === 'thinking') return { type: 'thinking', text: word, signature: 'c2ln' }
    if (piece === 'unknown') return { type: 'hologram', word } as unknown as ContentBlock
    const block = call(`tu_${turn}_${at}`, 'lookup', { word })
    return piece === 'call' ? block : { ...block, input: {}, raw_input: `{"word": "${word}` }
  })
  const provider_raw = kept?.kept ?? { format: 'maker.next' }
  const answer = assistant(content, { provider: 'maker', model: 'maker:model', status, provider_raw })
  const results = content.flatMap((block) => (block.type === 'tool_use' && status !== 'partial' ? [block.id] : []))
  const files = (kinds: DocumentKind[], place: string) => kinds.map((kind, at) => documentOf(kind, `${place}-${at}`))
  const question = user([text(`question ${turn}`), ...files(attached, `said${turn}`)])
  const answered = (id: string, at: number) => toolMessage(id, [text('done'), ...files(found, `found${turn}-${at}`)])
  return [question, answer, ...results.map(answered)]
}

/** Holds the records of one message against what became of its blocks. */
function expectAccounted(
  { role, content, metadata }: Message,
  found: string[][],
  body: string,
  type: AdapterType,
  limits: DocumentLimits | undefined,
): void {
  if (role !== 'assistant') {
    const files = documentsIn(content)
    const changed = files.filter((block) => !goesAsItIs(block, limits, role === 'tool'))
    expect(found).toEqual(changed.map(() => ['document', 'converted']))
    for (const { name } of files) expect(body).toContain(name)
    return
  }
  const isPartial = metadata.status === 'partial'
  const expected = content.flatMap((block): string[][] => {
    const { type: block_type } = block
    if (isPartial || block_type === 'thinking' || !['text', 'tool_use'].includes(block_type)) {
      return [[block_type, 'dropped']]
    }
    return block.type === 'tool_use' && block.raw_input !== undefined ? [['tool_use', 'repaired']] : []
  })
  const kept = KEPT.find((each) => each.kept === metadata.provider_raw)
  if (kept && !isPartial) expected.push([found[0]?.[0] ?? '', kept.words === null ? 'dropped' : 'converted'])
  const kinds = content.map((block) => block.type).filter((each) => each === 'text' || each === 'tool_use')
  const isMoved = kinds.lastIndexOf('text') > kinds.indexOf('tool_use') && kinds.includes('tool_use')
  if (isMoved && !isPartial && type !== 'openai-responses') {
    expected.push(['text', type === 'anthropic' ? 'repaired' : 'converted'])
  }
  expect(found.toSorted()).toEqual(expected.toSorted())

  for (const block of content) {
    const words = /w\d+x\d+w/.exec(JSON.stringify(block))?.[0] ?? ''
    const isSent = !isPartial && (block.type === 'text' || block.type === 'tool_use')
    expect(body.includes(words)).toBe(isSent)
  }
  if (kept?.words && !isPartial) expect(body).toContain(kept.words)
}

/** Without the marks that say where the provider shall cache: they move on. */
function messagesIn(body: string): unknown[] {
  const { messages, input } = JSON.parse(body, (key, value) => (key === 'cache_control' ? undefined : value))
  return messages ?? input
}
