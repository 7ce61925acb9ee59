import { localDatabaseUrl } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import { monotonicIds } from '#lib/canonical/id.ts'
import type { Message } from '#lib/canonical/message.ts'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { ANSWERED, chain, llmCallOf, messageOf, session } from './session-builder.ts'

export interface LongChat {
  id: string
  /** Of its messages, in their order: questions and answers. */
  messages: readonly string[]
}

const START = Date.UTC(2026, 4, 8, 9) * 1_000
const MINUTE = 60_000_000

/** Writes a chat of so many messages, half of them answers, into the database of a server that is not running. */
export async function writeLongChat(
  dataDir: string,
  count: number,
  { title = 'A long chat', model = 'demo:anthropic', asked = question, answered = answer } = {},
): Promise<LongChat> {
  const store = await openStore({ url: localDatabaseUrl(dataDir) })
  try {
    const owner = session({ title, active_model: model })
    await store.createSession(owner, [])
    const nextId = monotonicIds()
    const messages = Array.from({ length: count }, (_, index): Message => {
      const number = Math.floor(index / 2) + 1
      const common = { id: nextId(), created_at: formatTimestamp(START + index * 7 * MINUTE) }
      if (index % 2 === 0) return messageOf(owner, { ...common, content: [{ type: 'text', text: asked(number) }] })
      return messageOf(owner, {
        ...common,
        role: 'assistant',
        content: [{ type: 'text', text: answered(number) }],
        metadata: { ...ANSWERED, model, turn_id: `turn_${number}` },
      })
    })
    const placed = chain(messages)
    for (let at = 0; at < placed.length; at += 2_000) {
      const part = placed.slice(at, at + 2_000)
      const answers = part.filter(({ message }) => message.role === 'assistant')
      await store.commit({
        session_id: owner.id,
        messages: part,
        llm_calls: answers.map(({ message }) =>
          llmCallOf(owner, { turn_id: message.metadata.turn_id ?? null, message_id: message.id }),
        ),
        patch: { head_id: part.at(-1)?.message.id ?? null },
      })
    }
    return { id: owner.id, messages: messages.map(({ id }) => id) }
  } finally {
    await store.close()
  }
}

function question(number: number): string {
  return `Question ${number}: what does step ${number} of the plan need, and what comes after it?`
}

/** Of very different lengths, and each eighth with code. */
function answer(number: number): string {
  const points = Array.from(
    { length: 1 + ((number * 7) % 11) },
    (_, at) => `- point ${at + 1} of **step ${number}**, with some words`,
  )
  const prose = `Step ${number} needs what the step before it left. ${'It goes on for a while and says little. '.repeat((number * 5) % 9)}`
  const code = `\`\`\`ts\n${`export const step${number} = (input: number) => input * ${number}\n`.repeat(6)}\`\`\``
  return [prose, points.join('\n'), ...(number % 8 === 0 ? [code] : []), `That was step ${number}.`].join('\n\n')
}
