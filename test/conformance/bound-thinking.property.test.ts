import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { ContentBlock, ImageBlock } from '#lib/canonical/block.ts'
import { isBlockOf } from '#lib/canonical/block.ts'
import { newToolUseId } from '#lib/canonical/id.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import type { ToolDefinition } from '#lib/canonical/tool.ts'
import { answering, drain, testAdapter } from '#test/support/adapter-harness.ts'
import { documentOf, shelfOf } from '#test/support/any-document.ts'
import { BindingService, type BoundAnswer, thoughtsOf } from '#test/support/binding-service.ts'
import { assistant, canonicalRequest, text, toolMessage, user } from '#test/support/message-builder.ts'

/** Those of 5.5 bind their thinking, 4.7 does not, and the last is another format. */
const MODELS = [
  'anthropic:claude-opus-5-5',
  'anthropic:claude-haiku-5-5',
  'anthropic:claude-sonnet-5-5',
  'anthropic:claude-opus-4-7',
  'openai:gpt-x',
] as const
const FREE = 'anthropic:claude-opus-4-7'

const tool = (name: string): ToolDefinition => ({
  name,
  description: name,
  input_schema: { type: 'object', properties: {} },
  side_effects: 'none',
})

const SHOT = 'attachments/shot'
const PICTURE: ImageBlock = { type: 'image', source: { kind: 'file_ref', data: SHOT }, media_type: 'image/png' }
const REPORT = documentOf('pdf', 'report')
/** Its text is known whatever became of the file. */
const { documents: READINGS } = shelfOf([user([REPORT])])
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUg==', 'base64')

type Step =
  | { do: 'say'; files: boolean; answers: BoundAnswer[] }
  /** The answer is stopped by the person, with what there is of it. */
  | { do: 'stop'; answer: BoundAnswer }
  | { do: 'switch'; model: number }
  | { do: 'effort'; effort: 'none' | undefined }
  | { do: 'branch'; at: number }
  /** These change what old thoughts stand on. */
  | { do: 'prompt'; text: string | null }
  | { do: 'tools'; names: string[] }
  | { do: 'edit' | 'delete'; at: number }
  | { do: 'lose the files' | 'find the files' }

const part = fc.constantFrom<BoundAnswer['content'][number]>({ thinks: 'hm' }, { thinks: '' }, { text: 'So.' })
const ending = fc.constantFrom<BoundAnswer['content']>(
  [{ text: 'Done.' }],
  [{ calls: 'add' }],
  [{ calls: 'add' }, { calls: 'add' }],
  [{ calls: 'add' }, { thinks: 'and' }, { calls: 'add' }],
)
const answer = fc
  .tuple(fc.array(part, { maxLength: 3 }), ending)
  .map(([lead, end]): BoundAnswer => ({ content: [...lead, ...end] }))

const say = fc.record({
  do: fc.constant('say' as const),
  files: fc.boolean(),
  answers: fc.array(answer, { maxLength: 2 }),
})
const faithful: fc.Arbitrary<Step>[] = [
  fc.record({ do: fc.constant('stop' as const), answer }),
  fc.record({ do: fc.constant('switch' as const), model: fc.nat(MODELS.length - 1) }),
  fc.record({ do: fc.constant('branch' as const), at: fc.nat(30) }),
]
const unfaithful: fc.Arbitrary<Step>[] = [
  fc.record({ do: fc.constant('prompt' as const), text: fc.constantFrom(null, 'Be brief.', 'Be kind.') }),
  fc.record({ do: fc.constant('tools' as const), names: fc.subarray(['add', 'sub']) }),
  fc.record({ do: fc.constantFrom('edit' as const, 'delete' as const), at: fc.nat(30) }),
  fc.constantFrom({ do: 'lose the files' as const }, { do: 'find the files' as const }),
  fc.record({ do: fc.constant('effort' as const), effort: fc.constantFrom('none' as const, undefined) }),
]
const walkOf = (others: fc.Arbitrary<Step>[]) =>
  fc.array(
    fc.oneof(
      { arbitrary: say as fc.Arbitrary<Step>, weight: others.length },
      ...others.map((each) => ({ arbitrary: each, weight: 1 })),
    ),
    { minLength: 3, maxLength: 14 },
  )

interface Asked {
  model: string
  /** The thoughts of this model on the path, and in the request. */
  had: string[]
  sent: string[]
  records: ProjectionRecord[]
  dropped: string[]
  /** How thinking was asked for. */
  mode: unknown
}

/** A conversation that goes where a walk leads; what is asked of a Claude is judged by the service. */
class Conversation {
  readonly asked: Asked[] = []
  readonly #service: BindingService
  readonly #claude
  #path: Message[] = []
  #model: string = MODELS[0]
  #system: string | null = 'Be brief.'
  #tools = ['add']
  #hasFiles = true
  #effort: 'none' | undefined
  #words = 0
  readonly #ids = new Map<string, { provider: string; provider_id: string }>()

  constructor(service: BindingService, base_url: string, options: Record<string, unknown>) {
    this.#service = service
    this.#claude = testAdapter({ type: 'anthropic', base_url, options, fetch: service.fetch, newToolUseId }).adapter
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'say': {
        this.#words += 1
        this.#path.push(user([text(`word ${this.#words}`), ...(step.files ? [PICTURE, REPORT] : [])]))
        for (const each of [...step.answers, { content: [{ thinks: 'last' }, { text: 'That is all.' }] }]) {
          const answered = await this.#ask(each)
          const calls = answered.content.filter(isBlockOf('tool_use'))
          if (calls.length === 0) return
          this.#path.push(
            ...calls.map(({ id }) => toolMessage(id, step.files ? [text('seen'), REPORT, PICTURE] : 'seen')),
          )
        }
        return
      }
      case 'stop': {
        this.#path.push(user('And?'))
        const { content, metadata } = await this.#ask(step.answer)
        const kept = content.slice(0, -1)
        this.#path[this.#path.length - 1] = assistant(kept, { ...metadata, status: 'cancelled' })
        return
      }
      case 'switch':
        this.#model = MODELS[step.model] ?? MODELS[0]
        return
      case 'effort':
        this.#effort = step.effort
        return
      case 'branch': {
        // Behind an answer that waits for nothing.
        const ends = this.#path.flatMap((message, index) => (message.role === 'user' ? [index] : []))
        this.#path = this.#path.slice(0, ends[step.at % Math.max(1, ends.length)] ?? 0)
        return
      }
      case 'prompt':
        this.#system = step.text
        return
      case 'tools':
        this.#tools = step.names
        return
      case 'edit': {
        const index = this.#path.findIndex((message, at) => at >= step.at && message.role === 'user')
        const message = this.#path[index]
        if (message) this.#path[index] = { ...message, content: [text('Something else.')] }
        return
      }
      case 'delete': {
        // A question alone, or an answer with all of its steps.
        const at = step.at % Math.max(1, this.#path.length)
        const isQuestion = this.#path[at]?.role === 'user'
        const start = isQuestion ? at : this.#path.findLastIndex(({ role }, index) => index < at && role === 'user') + 1
        const next = this.#path.findIndex(({ role }, index) => index > at && role === 'user')
        this.#path.splice(start, isQuestion ? 1 : (next === -1 ? this.#path.length : next) - start)
        return
      }
      default:
        this.#hasFiles = step.do === 'find the files'
    }
  }

  async #ask(next: BoundAnswer): Promise<Message> {
    const model = this.#model
    const records: ProjectionRecord[] = []
    const request = this.#request(model, records)
    const isClaude = model.startsWith('anthropic:')
    if (isClaude) this.#service.answerNext(next)
    const adapter = isClaude ? this.#claude : foreign(next)
    const { events, complete, error } = await drain(adapter.stream(request))
    expect(error, this.#service.refusals.join('\n')).toBeUndefined()
    if (!complete) throw new TypeError('no answer')
    for (const event of events) {
      if (event.type !== 'tool.use_start' || event.provider_id === null) continue
      this.#ids.set(event.tool_use_id, { provider: complete.provider, provider_id: event.provider_id })
    }
    if (isClaude) {
      const had = this.#path.flatMap(({ content, metadata }) => (metadata.model === model ? thoughtTexts(content) : []))
      const sent = thoughtsOf(this.#service.bodies.at(-1) ?? {})
      const { thinking } = (this.#service.bodies.at(-1) ?? {}) as { thinking?: { type: string } }
      this.asked.push({ model, had, sent, records, dropped: this.#service.lastDropped, mode: thinking?.type })
    }
    const { final_content, provider, provider_raw, stop_reason } = complete
    const message = assistant(final_content, { model, provider, provider_raw, stop_reason, status: 'complete' })
    // As it comes back from a store.
    this.#path.push(JSON.parse(JSON.stringify(message)))
    return message
  }

  #request(model: string, records: ProjectionRecord[]): CanonicalRequest {
    return canonicalRequest({
      model,
      messages: structuredClone(this.#path),
      system_prompt: this.#system,
      tools: this.#tools.map(tool),
      tool_ids: new Map(this.#ids),
      max_output_tokens: 16_000,
      ...(this.#effort && { reasoning_effort: this.#effort }),
      files: new Map(
        this.#hasFiles
          ? [
              [SHOT, PNG],
              [REPORT.source.data, Buffer.from('%PDF')],
            ]
          : [],
      ),
      documents: READINGS,
      onProjection: (record) => records.push(record),
    })
  }
}

/** Those that something followed: an answer may not end in a thought. */
function thoughtTexts(content: readonly ContentBlock[]): string[] {
  const end = content.findLastIndex(({ type }) => type !== 'thinking')
  return content
    .slice(0, end + 1)
    .filter(isBlockOf('thinking'))
    .map(({ text: words }) => words)
}

/** A model of another format, which says the same without thoughts of its own. */
function foreign({ content }: BoundAnswer) {
  const calls = content.flatMap((each, index) =>
    'calls' in each ? [{ id: `call_${index}`, type: 'function', function: { name: each.calls, arguments: '{}' } }] : [],
  )
  const message = { role: 'assistant', content: 'I see.', ...(calls.length > 0 && { tool_calls: calls }) }
  const body = { choices: [{ index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }] }
  return testAdapter({ type: 'openai', fetch: answering(JSON.stringify(body)), newToolUseId }).adapter
}

const HOME = 'https://api.anthropic.com'
const GATEWAY = 'http://127.0.0.1:1'
const RUNS = { numRuns: 50 }

async function walk(steps: readonly Step[], base_url: string, options = {}) {
  const service = new BindingService({ isGateway: base_url === GATEWAY })
  const conversation = new Conversation(service, base_url, options)
  for (const step of steps) await conversation.take(step)
  return { asked: conversation.asked, service }
}

test.each([HOME, GATEWAY])(
  'wire-rules 153, 155, 156: where nothing before them was changed, all thoughts go back to their model, through branches and switches (%s)',
  async (base_url) => {
    await fc.assert(
      fc.asyncProperty(walkOf(faithful), async (steps) => {
        const { asked, service } = await walk(steps, base_url)
        expect(service.refusals).toEqual([])
        for (const { had, sent, dropped } of asked) expect({ sent, dropped }).toEqual({ sent: had, dropped: [] })
      }),
      RUNS,
    )
  },
)

test('wire-rules 153, 154, 205: whatever is changed, no request is refused, and the provider says which thoughts it leaves out', async () => {
  await fc.assert(
    fc.asyncProperty(walkOf([...faithful, ...unfaithful]), async (steps) => {
      const { asked, service } = await walk(steps, HOME)
      expect(service.refusals).toEqual([])
      for (const { had, sent, records, dropped, model, mode } of asked) {
        if (mode !== 'adaptive' || model === FREE) continue
        expect(sent).toEqual(had)
        expect(leftOut(records)).toHaveLength(dropped.length)
      }
    }),
    RUNS,
  )
})

test('wire-rules 153, 154: where the provider cannot be asked to, thoughts that stand on something else are left out, and that is recorded', async () => {
  await fc.assert(
    fc.asyncProperty(walkOf([...faithful, ...unfaithful]), async (steps) => {
      const { asked, service } = await walk(steps, GATEWAY)
      expect(service.refusals).toEqual([])
      for (const { had, sent, records, dropped } of asked) {
        expect(dropped).toEqual([])
        // A thought at the end of a stopped answer is left out whatever it stands on.
        expect(sent.length + leftOut(records).length).toBeGreaterThanOrEqual(had.length)
      }
    }),
    RUNS,
  )
})

test('wire-rules 153, 154, 157: a host that binds although nobody knew refuses each change once, and takes what was mended from then on', async () => {
  const unknown = { binds_thinking: false }
  await fc.assert(
    fc.asyncProperty(walkOf([...faithful, ...unfaithful]), async (steps) => {
      const { asked, service } = await walk(steps, GATEWAY, unknown)
      const changes = steps.filter(({ do: what }) => !['say', 'stop', 'switch'].includes(what)).length
      // What changed for one model changed for each of the three; a change is met at the next request.
      expect(service.refusals.length).toBeLessThanOrEqual(Math.min(asked.length, changes * 3))
    }),
    RUNS,
  )
})

const leftOut = (records: readonly ProjectionRecord[]) =>
  records.filter(
    ({ block_type, action, reason }) =>
      block_type === 'thinking' && action === 'dropped' && /bound to what/.test(reason),
  )
