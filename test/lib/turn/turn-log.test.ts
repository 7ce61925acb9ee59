import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { createLogger } from '#lib/log.ts'
import type { SessionWrite, Store } from '#lib/store/store.ts'
import { calculator } from '#lib/tools/builtins/calculator.ts'
import { startSessionServer } from '#test/support/session-server.ts'

const fault = new Error('nothing of it was stored', { cause: new Error('database or disk is full') })

/** The line with this message that a turn leaves in the log when the store fails in those of its writes, or its tool. */
async function lineOf(message: string, isFaulty: (write: SessionWrite) => boolean | undefined): Promise<unknown> {
  const lines: { message: string }[] = []
  const log = createLogger({ level: 'error', write: (line) => lines.push(JSON.parse(line)) })
  const wrapStore = (store: Store): Store => ({
    ...store,
    commit: (write) => (isFaulty(write) ? Promise.reject(fault) : store.commit(write)),
  })
  const tools = [{ ...calculator, run: () => Promise.reject(fault) }]
  const server = await startSessionServer({ log, wrapStore, tools, fetch: createDemoFetch({ delay: () => sleep(3) }) })
  try {
    await server.say(await server.sessions.create({ active_model: 'demo:anthropic' }), 'What is 17 * 23?')
  } finally {
    await server.close()
  }
  return lines.find((line) => line.message === message)
}

const EVERYTHING = {
  level: 'error',
  cause: { name: 'Error', message: 'nothing of it was stored', cause: { message: 'database or disk is full' } },
}

test('a checkpoint that fails is logged with all that lies behind the failure', async () => {
  const line = await lineOf('checkpoint failed', ({ messages }) =>
    messages?.some(({ message }) => message.metadata.status === 'partial'),
  )
  expect(line).toMatchObject(EVERYTHING)
})

test('a turn that cannot be stored is logged with all that lies behind the failure', async () => {
  const line = await lineOf('a turn could not be stored', ({ messages }) =>
    messages?.some(({ message }) => message.role === 'assistant'),
  )
  expect(line).toMatchObject(EVERYTHING)
})

test('a tool that breaks down is logged with all that lies behind the failure', async () => {
  expect(await lineOf('a tool broke down', () => false)).toMatchObject(EVERYTHING)
})
