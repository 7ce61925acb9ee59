import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * The least that a server between a browser and a provider does: each request goes on to the upstream of the first
 * argument, and what comes back is written as it comes; with `events` as the second argument each event is read with `fetch`,
 * parsed, encoded again and written, which is the least that any server does that knows what it carries. Whatever it is sent
 * tells what CPU time it has used so far.
 */
const [upstream = '', what] = process.argv.slice(2)

function carryBytes(incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = incoming
  const onward = request(`${upstream}${incoming.url}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  incoming.pipe(onward)
}

async function carryEvents(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await fetch(`${upstream}${incoming.url}`, { method: 'POST', body: await text(incoming) })
  response.writeHead(answer.status, { 'content-type': 'text/event-stream' })
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of answer.body ?? []) {
    const events = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event.slice(event.indexOf('data: ') + 'data: '.length)
      response.write(`data: ${data === '[DONE]' ? data : JSON.stringify(JSON.parse(data))}\n\n`)
    }
  }
  response.end()
}

const server = createServer((incoming, response) => {
  if (what !== 'events') return carryBytes(incoming, response)
  carryEvents(incoming, response).catch(() => response.destroy())
})

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit())
