import { monotonicIds, newId } from '#lib/canonical/id.ts'
import type { Message } from '#lib/canonical/message.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { RoutingRules } from '#lib/routing/routing-rules.ts'
import { RuleSet } from '#lib/routing/rules/rule-set.ts'
import { call, result, text } from '#test/support/message-builder.ts'
import { picture } from '#test/support/picture-builder.ts'
import { ANSWERED, chain, messageOf, session, toolCallOf } from '#test/support/session-builder.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'
import { median, quantile, table } from './figure.ts'
import type { BenchOptions } from './option.ts'

const MESSAGES = 500
/** A question, an answer that thinks and calls a tool, its result, and an answer. */
const ROUND = 4
/** Each so many rounds a picture. */
const PICTURE_EVERY = 6
const WARM_UP = 3
const RULES = 100
const TIMES = 20

const PRESENT = 'demo:anthropic'

/** How long a person waits for what a long chat would be at another model, from the call to its answer. */
export async function preview({ repetitions = TIMES }: BenchOptions): Promise<string> {
  const server = await startSessionServer({ rules: rulesOf(RULES) })
  try {
    const { id, pictures } = await writeChat(server)
    const targets = server.models.list().flatMap((model) => (model.configured ? [model.id] : []))
    const rows: string[][] = []
    for (const target of targets)
      rows.push(rowOf(target, await timesOf(repetitions, () => previewOf(server, id, target))))
    const automatic = await timesOf(repetitions, () => previewOf(server, id, null))
    rows.push(rowOf(`whichever routing comes to, by ${RULES} rules`, automatic))
    const { portabilities } = server.parts
    const all = await timesOf(repetitions, () => portabilities.of(LOCAL_OWNER, id))
    rows.push(rowOf(`all ${targets.length} at once (portability)`, all))
    return [
      `A chat of ${MESSAGES} messages at ${PRESENT} with ${MESSAGES / ROUND} thoughts, calls and results and ${pictures} pictures of 1600 × 1200, in a database on disk; ${repetitions} times each after ${WARM_UP}, in ms. The first is that of a server which has seen nothing of the chat.`,
      table(['to', 'first', 'median', '95 %', 'longest'], rows),
    ].join('\n\n')
  } finally {
    await server.close()
  }
}

async function previewOf({ parts }: SessionServer, id: string, target: string | null): Promise<void> {
  const found = await parts.switchPreviews.of(LOCAL_OWNER, id, target)
  if (!found || found.estimated_input_tokens === 0) throw new Error(`no preview of ${target}`)
}

/** None of which holds. */
function rulesOf(count: number): Pick<RoutingRules, 'forTurn'> {
  const rules = Array.from({ length: count }, (_, n) => {
    return { name: `rule ${n}`, when: { message_matches: `\\bnothing ${n}\\b` }, use: PRESENT }
  })
  const set = new RuleSet({ time_zone: 'UTC', rules }, (name) => name)
  const looked = { now: 0, cost_today_usd: null, team_budget_remaining_usd: null }
  return { forTurn: async () => ({ set, looked, problem: null }) }
}

async function timesOf(repetitions: number, work: () => Promise<unknown>): Promise<{ first: number; rest: number[] }> {
  const times: number[] = []
  for (let at = 0; at < WARM_UP + repetitions; at += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return { first: times[0] ?? Number.NaN, rest: times.slice(WARM_UP) }
}

function rowOf(name: string, { first, rest }: { first: number; rest: readonly number[] }): string[] {
  return [name, ...[first, median(rest), quantile(rest, 0.95), Math.max(...rest)].map((ms) => ms.toFixed(0))]
}

async function writeChat({ store, attachments }: SessionServer): Promise<{ id: string; pictures: number }> {
  const owner = session({ title: 'A long chat', active_model: PRESENT })
  await store.createSession(owner, [])
  const nextId = monotonicIds()
  const say = (fields: Partial<Message>) => messageOf(owner, { id: nextId(), ...fields })
  const metadata = { ...ANSWERED, model: PRESENT, provider: 'demo' }
  let pictures = 0
  const messages: Message[] = []
  const calls = []
  for (let round = 0; messages.length < MESSAGES; round += 1) {
    const content: Message['content'] = [text(words(round, 80))]
    if (round % PICTURE_EVERY === 0) {
      const bytes = await picture({ width: 1_600, height: 1_200, noise: true })
        .jpeg({ quality: 60 + (pictures % 30) })
        .toBuffer()
      const { data } = await attachments.put(bytes, 'image/jpeg', {}, owner.owner_id)
      content.push({ type: 'image', source: { kind: 'file_ref', data }, media_type: 'image/jpeg' })
      pictures += 1
    }
    const question = say({ content })
    const used = `tu_${newId()}`
    const thought = { type: 'thinking', text: words(round, 120), signature: 'c2lnbmF0dXJl' } as const
    const asking = say({
      role: 'assistant',
      content: [thought, call(used, 'calculator', { expression: words(round, 12) })],
      metadata,
    })
    const answered = say({
      role: 'tool',
      content: [result(used, words(round, 60))],
      metadata: { parent_tool_use_id: used },
    })
    calls.push(toolCallOf(asking, { id: used, result_message_id: answered.id, status: 'succeeded' }))
    messages.push(question, asking, answered, say({ role: 'assistant', content: [text(words(round, 150))], metadata }))
  }
  const placed = chain(messages)
  await store.commit({
    session_id: owner.id,
    messages: placed,
    tool_calls: calls,
    patch: { head_id: placed.at(-1)?.message.id ?? null },
  })
  return { id: owner.id, pictures }
}

const WORDS =
  'the river carries its water slowly past seven old mills and the 1911 inventory, which nobody has read since'.split(
    ' ',
  )

function words(seed: number, count: number): string {
  return Array.from({ length: count }, (_, at) => WORDS[(seed * 7 + at * 3) % WORDS.length]).join(' ')
}
