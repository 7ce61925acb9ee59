import type { JsonObject } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import { anthropicFaults } from './anthropic-validator.ts'

/** Signatures of older models hold whatever stands before them. */
const BINDING: ReadonlySet<unknown> = new Set([
  'claude-fable-5-1',
  'claude-opus-5-5',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
])

const BETA = 'thinking-binding-controls-2026-08-01'

/** What the service runs itself, under the name of its call; what came of it, or nothing where it pauses before that. */
interface Run {
  runs: string
  input?: JsonObject
  result?: { type: string; content: JsonObject | JsonObject[] }
}

/** What the service answers next; each thought gets a signature of its own, and a result may belong to a call that paused. */
export interface BoundAnswer {
  content: readonly (
    | { thinks: string }
    | { text: string; citations?: JsonObject[] }
    | { calls: string; input?: JsonObject }
    | Run
    | { result: NonNullable<Run['result']> }
  )[]
  container?: JsonObject
  stop_reason?: string
  stop_details?: JsonObject
}

/**
 * Anthropic's Messages API as its pages describe it for the models that bind their thinking (wire-rule 153): each thought
 * is signed over the model and over every byte that stood before it, marks for caching apart. Whatever goes in is judged:
 * with the controls a thought that does not fit is left out and named in the answer, without them the request is refused in
 * Anthropic's words. A gateway refuses the controls themselves, as it does every field that it does not know.
 */
export class BindingService {
  readonly bodies: JsonObject[] = []
  readonly refusals: string[] = []
  /** Of the last request that was taken. */
  lastDropped: string[] = []
  readonly #isGateway: boolean
  readonly #signed = new Map<string, { model: unknown; ground: string; thinking: string }>()
  /** What ran here, by its id: it is taken back as it was given. */
  readonly #ran = new Map<unknown, string>()
  #lastRun = ''
  readonly #next: BoundAnswer[] = []
  #count = 0

  constructor({ isGateway = false } = {}) {
    this.#isGateway = isGateway
  }

  /** In their order; a thought and a word where there are no more. */
  answerNext(...answers: readonly BoundAnswer[]): void {
    this.#next.push(...answers)
  }

  readonly fetch: typeof fetch = async (_url, init) => {
    const body: JsonObject = JSON.parse(String(init?.body))
    this.bodies.push(body)
    const beta = new Headers(init?.headers).get('anthropic-beta') ?? ''
    const verdict = this.#judge(body, beta.split(','))
    if (typeof verdict === 'string') {
      this.refusals.push(verdict)
      const error = { type: 'invalid_request_error', message: verdict }
      return Response.json({ type: 'error', error }, { status: 400 })
    }
    this.lastDropped = verdict.map(({ path }) => path)
    return Response.json(this.#answer(body, beta.includes(BETA) ? verdict : null))
  }

  #judge(body: JsonObject, betas: readonly string[]): Dropped[] | string {
    const [fault] = anthropicFaults(body)
    if (fault !== undefined) return fault
    const thinking = isJsonObject(body.thinking) ? body.thinking : {}
    const binding = isJsonObject(thinking.block_binding) ? thinking.block_binding : null
    if (binding && (this.#isGateway || thinking.type !== 'adaptive' || !betas.includes(BETA))) {
      return `thinking.${thinking.type}.block_binding: Extra inputs are not permitted`
    }
    const changed = runsIn(body).find(({ key, block }) => this.#ran.get(key) !== unmarked(block))
    if (changed) return `${changed.path}: ${changed.block.type} is not what was given`
    const dropped: Dropped[] = []
    for (const { path, block, ground } of thoughtsIn(body)) {
      const signed = this.#signed.get(String(block.signature))
      if (signed === undefined || signed.thinking !== block.thinking) {
        return `${path}: Invalid \`signature\` in \`thinking\` block`
      }
      if (signed.model !== body.model) dropped.push(droppedAs('model_binding_mismatch', path))
      else if (BINDING.has(body.model) && signed.ground !== ground) {
        if (binding?.prefix_mismatch_behavior !== 'drop_block') {
          return `${path}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block". That setting requires the \`${BETA}\` value in the \`anthropic-beta\` header.`
        }
        dropped.push(droppedAs('prefix_binding_mismatch', path))
      }
    }
    return dropped
  }

  #answer(body: JsonObject, input_transformations: Dropped[] | null): JsonObject {
    const said = groundOf(body)
    const content: JsonObject[] = []
    const next = this.#next.shift() ?? { content: [{ thinks: `thought ${this.#count}` }, { text: 'Yes.' }] }
    for (const part of next.content) {
      this.#count += 1
      if ('text' in part) content.push({ type: 'text', ...part })
      else if ('runs' in part || 'result' in part) content.push(...this.#run(part))
      else if ('calls' in part) {
        content.push({ type: 'tool_use', id: `toolu_${this.#count}`, name: part.calls, input: part.input ?? {} })
      } else {
        const signature = Buffer.from(`signature ${this.#count}`).toString('base64')
        const ground = [...said, ...content.map((block) => pieceOf('assistant', block))].join('\n')
        this.#signed.set(signature, { model: body.model, ground, thinking: part.thinks })
        content.push({ type: 'thinking', thinking: part.thinks, signature })
      }
    }
    const stop_reason = next.stop_reason ?? (content.at(-1)?.type === 'tool_use' ? 'tool_use' : 'end_turn')
    return {
      id: `msg_${this.#count}`,
      type: 'message',
      role: 'assistant',
      model: body.model ?? null,
      content,
      stop_reason,
      stop_sequence: null,
      ...(next.stop_details && { stop_details: next.stop_details }),
      ...(next.container && { container: next.container }),
      usage: { input_tokens: 10, output_tokens: 5 },
      ...(input_transformations && { input_transformations }),
    }
  }

  #run(part: Run | { result: NonNullable<Run['result']> }): JsonObject[] {
    const blocks: JsonObject[] = []
    if ('runs' in part) {
      this.#lastRun = `srvtoolu_${this.#count}`
      const caller = { type: 'direct' }
      blocks.push({ type: 'server_tool_use', id: this.#lastRun, name: part.runs, input: part.input ?? {}, caller })
    }
    if (part.result) blocks.push({ ...part.result, tool_use_id: this.#lastRun })
    for (const block of blocks) this.#ran.set(keyOf(block), unmarked(block))
    return blocks
  }
}

function keyOf({ type, id, tool_use_id }: JsonObject): string {
  return `${type} ${id ?? tool_use_id}`
}

/** What ran at the service, as the history of a request holds it. */
function runsIn(body: JsonObject) {
  return turnsOf(body).flatMap(({ content }, turn) =>
    content.flatMap((block, place) => {
      const isRun = block.type === 'server_tool_use' || /._tool_result$/.test(String(block.type))
      return isRun ? [{ path: `messages.${turn}.content.${place}`, key: keyOf(block), block }] : []
    }),
  )
}

type Dropped = JsonObject & { path: string }

const droppedAs = (reason: string, path: string): Dropped => ({ type: 'thinking_dropped', path, reason })

/** Each thought with its place and with all that stands before it. */
function* thoughtsIn(body: JsonObject) {
  const before = headOf(body)
  for (const [turn, { role, content }] of turnsOf(body).entries()) {
    for (const [place, block] of content.entries()) {
      const path = `messages.${turn}.content.${place}`
      if (block.type === 'thinking') yield { path, block, ground: before.join('\n') }
      before.push(pieceOf(role, block))
    }
  }
}

/** Thoughts of the request as the wire has them. */
export function thoughtsOf(body: JsonObject): string[] {
  return [...thoughtsIn(body)].map(({ block }) => String(block.thinking))
}

function groundOf(body: JsonObject): string[] {
  return [
    ...headOf(body),
    ...turnsOf(body).flatMap(({ role, content }) => content.map((block) => pieceOf(role, block))),
  ]
}

const headOf = ({ system, tools }: JsonObject) => [unmarked(system ?? []), unmarked(tools ?? [])]
const pieceOf = (role: string, block: JsonObject) => `${role} ${unmarked(block)}`

function unmarked(value: unknown): string {
  return JSON.stringify(value, (key, each) => (key === 'cache_control' ? undefined : each))
}

function turnsOf({ messages }: JsonObject): { role: string; content: JsonObject[] }[] {
  return (Array.isArray(messages) ? messages : []) as { role: string; content: JsonObject[] }[]
}
