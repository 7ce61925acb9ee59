import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { type AnswerShape, answerEvents, liveAnswer, WIRE_FORMATS, WIRES, type WireFormat } from './wire.ts'

/**
 * The provider of all benchmarks, a process of its own so that its work is not counted. The first part of the base
 * URL's path says what it answers, whatever it is asked: `<deltas>-<fragments>-<rate>`, the rate in events a second (0: as
 * fast as the socket accepts, in pieces of 16 KiB). With a rate each event is a packet and its text is the time at which it
 * was written.
 */

const PIECE_BYTES = 16 * 1024

const answers = new Map<string, Buffer>()

const server = createServer((request, response) => {
  const [, scenario = '', path] = /^\/([^/]+)(\/[^?]*)/.exec(request.url ?? '') ?? []
  const format = WIRE_FORMATS.find((each) => path === WIRES[each].path)
  request.resume()
  request.on('end', () => {
    if (!format) return response.writeHead(404).end()
    const [deltas = 0, fragments = 0, rate = 0] = scenario.split('-').map(Number)
    response.writeHead(200, {
      'content-type': WIRES[format].framing === 'sse' ? 'text/event-stream' : 'application/x-ndjson',
    })
    return rate > 0 ? pace(response, format, deltas, rate) : pour(response, format, { deltas, fragments })
  })
})

function pour(response: ServerResponse, format: WireFormat, shape: AnswerShape): void {
  const key = JSON.stringify([format, shape])
  const body = answers.get(key) ?? Buffer.from(answerEvents(format, shape).join(''))
  answers.set(key, body)
  pipeline(pieces(body), response, () => {})
}

function* pieces(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += PIECE_BYTES) yield body.subarray(at, at + PIECE_BYTES)
}

function pace(response: ServerResponse, format: WireFormat, deltas: number, rate: number): void {
  const { head, text, tail } = liveAnswer(format)
  response.write(head.join(''))
  // Streams of real people do not tick together.
  const started = performance.now() + Math.random() * (1_000 / rate)
  let sent = 0
  let whole = ''
  const tick = () => {
    if (response.destroyed) return
    if (sent === deltas) return void response.end(tail(whole).join(''))
    const piece = `${process.hrtime.bigint()} `
    whole += piece
    response.write(text(piece, sent))
    sent += 1
    setTimeout(tick, Math.max(0, started + (sent * 1_000) / rate - performance.now()))
  }
  setTimeout(tick, started - performance.now())
}

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
