import { expect, test } from 'vitest'
import { createAdapter, knownProvider } from '#lib/adapters/registry.ts'
import type { ImageBlock } from '#lib/canonical/block.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { silentLogger } from '#lib/log.ts'
import type { InstalledProvider } from '#lib/models/installed-provider.ts'
import { calculator } from '#lib/tools/builtins/calculator.ts'
import type { Tool } from '#lib/tools/tool.ts'
import type { SaidBlock } from '#lib/turn/turn-content.ts'
import { text } from '#test/support/message-builder.ts'
import { pdf } from '#test/support/pdf-builder.ts'
import { picture } from '#test/support/picture-builder.ts'
import { type Prefix, PromptCache, prefixOf } from '#test/support/prompt-cache.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'
import { strictHosts } from '#test/support/strict-hosts.ts'
import type { Script } from './wire/wire-author.ts'

const CLAUDE = 'anthropic:claude-opus-5-5'
const GPT = 'openai:gpt-6.1-sol'
const DEEPSEEK = 'deepseek:deepseek-v4-flash'
const GROK = 'xai:grok-4.5'
const GEMINI = 'gemini:gemini-3.8-flash'
const OLLAMA = 'ollama:qwen3'

interface Planned {
  model: string
  /** A file that is said with it. */
  brings?: 'pdf' | 'picture'
  /** Said after the end of this turn, instead of after the one before: an edit where another followed there. */
  after?: number
  /** What is shown when it is said is the end of this turn: the person has gone back to that branch. */
  back_to?: number
}

const of = (model: string, ...turns: Omit<Planned, 'model'>[]): Planned[] => turns.map((each) => ({ model, ...each }))

const PLAN: readonly Planned[] = [
  ...of(CLAUDE, {}, {}, { brings: 'pdf' }, {}, {}),
  ...of(GPT, {}, {}, { brings: 'pdf' }),
  ...of(DEEPSEEK, {}, { brings: 'pdf' }, {}),
  ...of(GROK, {}, {}, {}),
  ...of(GEMINI, {}, {}, { brings: 'pdf' }),
  ...of(OLLAMA, {}, {}),
  // Two switches back.
  ...of(CLAUDE, {}, {}),
  ...of(GPT, {}),
  // The question of turn 10 in other words, and on from there.
  ...of(DEEPSEEK, { after: 9 }, {}),
  ...of(GEMINI, {}),
  ...of(CLAUDE, {}, {}),
  // A branch off the answer of turn 21 that shows pictures, for the models with eyes.
  ...of(CLAUDE, { after: 21, brings: 'picture' }),
  ...of(GPT, { brings: 'picture' }),
  ...of(CLAUDE, {}, {}),
  ...of(GPT, {}),
  // Back to where the edit led, and then to the end of the first way.
  ...of(GROK, { back_to: 27 }),
  ...of(CLAUDE, {}),
  ...of(GPT, { back_to: 22 }, {}),
  ...of(OLLAMA, {}),
  ...of(DEEPSEEK, {}),
  ...of(GEMINI, {}),
  ...of(CLAUDE, {}),
]

const camera: Tool = {
  definition: {
    name: 'camera',
    description: 'Takes a picture.',
    input_schema: { type: 'object', properties: { shot: { type: 'number' } } },
    side_effects: 'none',
  },
  run: async ({ shot }) => ({ ok: true, content: [text(`shot ${shot}`), await png()] }),
}

async function png(): Promise<ImageBlock> {
  const data = (await picture().png().toBuffer()).toString('base64')
  return { type: 'image', source: { kind: 'base64', data }, media_type: 'image/png' }
}

const call = (name: string, input: JsonObject, id: string) => ({ call: name, id, fragments: [JSON.stringify(input)] })

/** Words alone, a call, or several at once and one more, by turns. */
function answersOf({ brings }: Planned, turn: number): Script[] {
  const thinks = { thinking: [`thought ${turn}`], signature: 'c2lnbmVk' }
  const reckon = (n: number) => call('calculator', { expression: `${turn} + ${n}` }, `call_${turn}_${n}`)
  const last: Script = { parts: [{ thinking: [`so ${turn}`] }, { text: [`answer ${turn}`] }] }
  if (turn % 3 === 0) return [last]
  if (turn % 3 === 1) return [{ parts: [thinks, { text: [`looking ${turn}`] }, reckon(1)], stop: 'tool' }, last]
  const shot = brings === 'picture' ? [call('camera', { shot: turn }, `call_${turn}_shot`)] : []
  const unfit = call('calculator', { expression: `(${turn}` }, `call_${turn}_bad`)
  return [{ parts: [thinks, reckon(1), ...shot, unfit], stop: 'tool' }, { parts: [reckon(2)], stop: 'tool' }, last]
}

/** Each provider by its record, at its own address. */
function providers(fetch: typeof globalThis.fetch): InstalledProvider[] {
  return [CLAUDE, GPT, DEEPSEEK, GROK, GEMINI, OLLAMA].map((model) => {
    const [name = '', wire_name = ''] = model.split(':')
    const record = knownProvider(name)
    if (!record) throw new TypeError(`no record of ${name}`)
    const wires = Object.keys(record.wires) as Parameters<typeof createAdapter>[0]['type'][]
    const type = record.wireOf?.(model, { isOwnServer: false }) ?? wires[0] ?? 'openai'
    const adapter = createAdapter({ type, name, api_key: 'a-key-0123456789', fetch, log: silentLogger })
    return {
      name,
      adapterOf: () => adapter,
      ...(record.models_from === 'list' && { models: [wire_name] }),
      close: () => adapter.close(),
    }
  })
}

interface Sent extends Prefix {
  model: string
  /** Ids of the messages that were there when it was sent. */
  path: string[]
  /** All that is no part of the prefix and is to stay as it is all the same. */
  settings: string
  /** How much of it was read from the cache, where that goes by marks. */
  read: number
}

/** What was sent to each model, with what it had cached then. */
function recordRequests(server: SessionServer, session: string) {
  const sent: Sent[] = []
  const caches = new Map<string, PromptCache>()
  const watch = async (body: JsonObject) => {
    const path = (await server.store.path(session)).map(({ id }) => id)
    const prefix = prefixOf(body)
    const model = String(body.model)
    const cache = caches.get(model) ?? new PromptCache()
    caches.set(model, cache)
    const { thinking, output_config, reasoning, reasoning_effort, tool_choice, prompt_cache_key } = body
    const settings = JSON.stringify({
      thinking,
      output_config,
      reasoning,
      reasoning_effort,
      tool_choice,
      prompt_cache_key,
    })
    sent.push({ model, path, settings, ...prefix, read: cache.read(prefix) })
  }
  return { sent, watch }
}

/** The longest of the earlier requests to the same model on whose way this one lies. */
function before(sent: readonly Sent[], at: number): Sent | undefined {
  const { model, path } = sent[at] as Sent
  return sent
    .slice(0, at)
    .filter((each) => each.model === model && each.path.every((id, index) => path[index] === id))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
}

// The time is a bound for what hangs: with both cores busy elsewhere forty turns take several times as long.
test(`wire-rules 134, 150, 151, 153, 166, 168, 169, 170, 171, 176, 182, 217, 222, 223: a session of ${PLAN.length} turns over six providers goes on without a refusal, and what was cached of it is found again`, {
  timeout: 180_000,
}, async () => {
  expect(PLAN).toHaveLength(40)
  const hosts = strictHosts()
  const server = await startSessionServer({ tools: [calculator, camera], providers: providers(hosts.fetch) })
  try {
    const id = await server.sessions.create({ system_prompt: 'Be brief.', active_model: CLAUDE })
    const { sent, watch } = recordRequests(server, id)
    hosts.watch(watch)
    const report: SaidBlock = {
      type: 'document',
      source: { kind: 'base64', data: pdf({ pages: ['Sales rose.'] }).toString('base64') },
      media_type: 'application/pdf',
      name: 'report.pdf',
    }
    const ends: string[] = []
    for (const [index, planned] of PLAN.entries()) {
      const { model, brings, after, back_to } = planned
      const turn = index + 1
      const files = brings === 'pdf' ? [report] : brings === 'picture' ? [await png()] : []
      const answers = answersOf(planned, turn)
      hosts.answerNext(...answers)
      if (back_to !== undefined) await server.sessions.moveHead(id, ends[back_to - 1] ?? '')
      await server.turns.start(id, {
        content: [...files, text(`question ${turn}`)],
        model,
        ...(after !== undefined && { parent_id: ends[after - 1] ?? '' }),
      })
      await server.turns.idle(id)
      const last = (await server.store.path(id)).at(-1)
      expect(hosts.refusals, `turn ${turn}`).toEqual([])
      expect(hosts.dropped(), `turn ${turn}`).toEqual([])
      expect(last?.metadata, `turn ${turn}`).toMatchObject({ status: 'complete', model })
      expect(last?.content.at(-1)).toEqual(text(`answer ${turn}`))
      ends.push(last?.id ?? '')
    }
    expect(sent).toHaveLength(PLAN.flatMap((each, index) => answersOf(each, index + 1)).length)

    // What could not be carried over is recorded, and nothing was mended.
    const records = (await server.store.projections(id)).map(
      ({ adapter, block_type, action }) => `${adapter}: ${block_type} ${action}`,
    )
    expect(new Set(records)).toEqual(
      new Set([
        ...['anthropic', 'deepseek', 'gemini', 'ollama', 'openai', 'xai'].map((name) => `${name}: thinking dropped`),
        ...['anthropic', 'deepseek', 'ollama', 'openai', 'xai'].map((name) => `${name}: extra_content dropped`),
        ...['deepseek', 'gemini', 'ollama', 'xai'].map((name) => `${name}: document converted`),
      ]),
    )
    for (const [at, request] of sent.entries()) {
      const earlier = before(sent, at)
      if (!earlier) continue
      const where = `request ${at} to ${request.model}`
      expect(request.settings, where).toBe(earlier.settings)
      expect(request.pieces.slice(0, earlier.pieces.length), where).toEqual(earlier.pieces)
      expect(request.read, where).toBeGreaterThanOrEqual(earlier.marks.at(-1) ?? 0)
    }
  } finally {
    await server.close()
  }
})
