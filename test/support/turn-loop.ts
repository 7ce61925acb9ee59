import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { SideEffects } from '#lib/canonical/tool.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { calculator } from '#lib/tools/builtins/calculator.ts'
import { startSessionServer } from './session-server.ts'

// Run as a process of its own: `node turn-loop.ts <folder> [<what its tool does>]`. Goes on with what the process before it left behind, or ends it, says `ready`, waits
// for a line, and then answers turns with tools in eight sessions at once, without end. A turn's session and message go to
// standard output when the turn is accepted.

const [folder = '', side_effects = 'none'] = process.argv.slice(2)
const server = await startSessionServer({
  folder,
  // Slow enough to be killed in each step of a turn, between the steps, and before and after its checkpoints.
  fetch: createDemoFetch({ delay: (ms) => sleep(ms / 3) }),
  tools: [
    {
      definition: { ...calculator.definition, side_effects: SideEffects.parse(side_effects) },
      run: async (input, context) => sleep(25).then(() => calculator.run(input, context)),
    },
  ],
  checkpointMs: 30,
})
await server.turns.recover({ isAlone: true })
await server.turns.idle()
writeSync(1, 'ready\n')
await once(process.stdin, 'data')

const QUESTIONS = ['calculate 2*3 and 4*5', 'hello', 'calculate 6*7', 'Think about rivers, and calculate 12*(3+4)']

async function converse(model: string, index: number): Promise<never> {
  const id = await server.sessions.create({ active_model: model })
  // Not in step with each other.
  await sleep(index * 40)
  for (let round = index; ; round += 1) {
    const text = QUESTIONS[round % QUESTIONS.length] ?? ''
    const { message_id } = await server.turns.start(id, { content: [{ type: 'text', text }] })
    writeSync(1, `${id} ${message_id}\n`)
    await server.turns.idle(id)
  }
}
const MODELS = ['demo:anthropic', 'demo:openai', 'demo:anthropic', 'demo:openai']
await Promise.all([...MODELS, ...MODELS].map(converse))
