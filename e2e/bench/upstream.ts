import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { NAMING } from '#lib/turn/name-chat.ts'
import { liveAnswer } from '#test/bench/wire.ts'

export interface Script {
  pieces: readonly string[]
  /** Pieces a second. */
  rate: number
  /** Before the first of them, in ms: models think. */
  thinks?: number
  /** What a chat is to be called in which it is the answer. */
  title?: string
}

/** A provider on loopback that answers each question with the script of that name. */
export async function startUpstream(scripts: ReadonlyMap<string, Script>) {
  const { head, text, tail } = liveAnswer('chat')
  const waiting = new Map<string, () => void>()
  let firstWordAt = 0
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(404).end()
    const question = JSON.stringify(lastMessage(await json(request)))
    const name = /script (\w+)/.exec(question)?.[1] ?? ''
    const said: Script = scripts.get(name) ?? { pieces: ['**Well.**'], rate: 100 }
    const script = said.title !== undefined && question.includes(NAMING) ? { ...said, pieces: [said.title] } : said
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(head.join(''))
    if (script.thinks) await wait(script.thinks)
    const started = performance.now()
    firstWordAt = performance.timeOrigin + started
    for (const [index, piece] of script.pieces.entries()) {
      if (response.destroyed) return
      response.write(text(piece))
      const rest = started + ((index + 1) * 1_000) / script.rate - performance.now()
      if (rest > 0) await wait(rest)
    }
    response.end(tail(script.pieces.join('')).join(''))
    waiting.get(name)?.()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves when the next answer of this name is written. */
    written(name: string): Promise<void> {
      return new Promise((resolve) => waiting.set(name, resolve))
    },
    /** When the last answer began, in ms since 1970. */
    firstWordAt: () => firstWordAt,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function lastMessage(body: unknown): unknown {
  return (body as { messages: unknown[] }).messages.at(-1)
}
