import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The least that a server between a browser and a provider does: each request goes on to the upstream of the first
 * argument, and what comes back is written as it comes. Whatever it is sent tells what CPU time it has used so far.
 */
const [upstream = ''] = process.argv.slice(2)

const server = createServer((incoming, response) => {
  const { method, headers } = incoming
  const onward = request(`${upstream}${incoming.url}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  incoming.pipe(onward)
})

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit())
