import { fork, type Serializable } from 'node:child_process'
import { on, once } from 'node:events'
import { join } from 'node:path'

/** Starts a program of this folder as a process of its own; it ends with this one at the latest. */
export async function startChild<Reply>(file: string, args: readonly string[] = []) {
  const child = fork(join(import.meta.dirname, file), args, {
    // Not this one's flags: it may be the one that is profiled.
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${[file, ...args].join(' ')} ended with code ${code} before it had answered`)
  })
  failed.catch(() => {})
  // Kept in their order until somebody asks.
  const messages = on(child, 'message')
  const next = () => Promise.race([messages.next().then(({ value }) => value?.[0] as Reply), failed])
  return {
    reply: next(),
    /** What a program says after that by itself. */
    next,
    /** For a program that answers more than once. */
    ask: (question: Serializable): Promise<Reply> => {
      const answer = next()
      child.send(question)
      return answer
    },
    stop: () => {
      if (child.connected) child.disconnect()
    },
  }
}

/** The upstream of `upstream.ts`: base URLs for what it shall answer. */
export async function startUpstream() {
  const child = await startChild<number>('upstream.ts')
  const port = await child.reply
  return {
    baseUrl: ({ deltas, fragments = 0, rate = 0 }: { deltas: number; fragments?: number; rate?: number }) =>
      `http://127.0.0.1:${port}/${deltas}-${fragments}-${rate}`,
    stop: child.stop,
  }
}

export type Upstream = Awaited<ReturnType<typeof startUpstream>>
