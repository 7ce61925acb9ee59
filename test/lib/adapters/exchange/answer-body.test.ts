import { describe, expect, test } from 'vitest'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import { answering, drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { quickest } from '#test/support/cpu-time.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const line = (chunk: object) => `data: ${JSON.stringify(chunk)}\n`
const said = (content: string) => line({ choices: [{ index: 0, delta: { content } }] })
const STOP = line({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
const event = (type: string, fields: object = {}) => `event: ${type}\n${line({ type, ...fields })}\n`

const run = (send: typeof fetch, type: AdapterType = 'openai') =>
  drain(testAdapter({ type, fetch: send, max_retries: 0 }).adapter.stream(requestFor(type)))

describe('a host that keeps its connection busy after the answer', () => {
  const whole = {
    openai: `${said('Hi')}\n${STOP}\ndata: [DONE]\n\n`,
    anthropic: [
      event('message_start', { message: { content: [], usage: { input_tokens: 3, output_tokens: 1 } } }),
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hi' } }),
      event('message_delta', { delta: { stop_reason: 'end_turn' } }),
      event('message_stop'),
    ].join(''),
  }

  test.each(['openai', 'anthropic'] as const)('does not hold it back: %s', async (type) => {
    let beats: NodeJS.Timeout | undefined
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes(whole[type]))
        beats = setInterval(() => controller.enqueue(bytes(': keep-alive\n\n')), 200)
      },
      cancel: () => clearInterval(beats),
    })
    const { complete, error } = await run(async () => new Response(body), type)
    expect(error).toBeUndefined()
    expect(complete).toMatchObject({ stop_reason: 'end_turn', final_content: [{ text: 'Hi' }] })
  })
})

test('an empty stop reason at the start of an answer does not end it', async () => {
  const pieces = [
    event('message_start', { message: { content: [], stop_reason: '' } }),
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hi' } }),
  ]
  expect(await run(answering(pieces.map(bytes)), 'anthropic')).toMatchObject({
    error: { error_class: 'network' },
    complete: { stop_reason: 'error', final_content: [{ text: 'Hi' }] },
  })
})

describe('blanks before the answer', () => {
  const blanks = (size: number, count: number) => Array.from({ length: count }, () => bytes('\n'.repeat(size)))

  test('are no part of it, however many they are', async () => {
    const answer = bytes(JSON.stringify({ choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] }))
    const read = async (start: Uint8Array[]) => {
      const { complete } = await run(answering([...start, answer]))
      expect(complete).toMatchObject({ final_content: [{ text: 'Hi' }] })
    }
    for (const [size, count] of [
      [64 * 1024, 60],
      [1, 10_000],
    ] as const) {
      const few = await quickest(() => read(blanks(size, count)), 3)
      expect(await quickest(() => read(blanks(size, 4 * count)), 3)).toBeLessThan(10 * few)
    }
  })

  test('are not waited for without end', async () => {
    const megabyte = bytes(' '.repeat(1024 * 1024))
    const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(megabyte) })
    const { error } = await run(async () => new Response(endless))
    expect(error).toMatchObject({
      error_class: 'server_error',
      provider_message: expect.stringMatching(/longer than 16 MB/),
    })
  })

  test.each(['\ufeff', '\r\n\t '])('%j before a stream is passed over, byte by byte', async (start) => {
    const body = bytes(`${start}\n${said('Hi')}\n${STOP}\n`)
    const { complete } = await run(answering(Array.from(body, (byte) => Uint8Array.of(byte))))
    expect(complete).toMatchObject({ final_content: [{ text: 'Hi' }] })
  })
})

describe('a stream without empty lines', () => {
  test('is read however long it is', async () => {
    const { complete, error } = await run(answering(said('x').repeat(150_000) + STOP))
    expect(error).toBeUndefined()
    expect(complete?.final_content).toEqual([{ type: 'text', text: 'x'.repeat(150_000) }])
  })

  test('keeps the lines that came whole where it is cut off', async () => {
    const { complete, error } = await run(answering(said('A') + said('B') + said('C').slice(0, 20)))
    expect(error).toMatchObject({ error_class: 'network' })
    expect(complete).toMatchObject({ stop_reason: 'error', final_content: [{ text: 'AB' }] })
  })
})

describe('wire-rule 124: an error in a line that is no event', () => {
  const body = { code: 503, reason: 'ServiceUnavailable', message: 'no running instances available' }
  const words = JSON.stringify(body)
  const TYPES = ['openai', 'openrouter', 'anthropic', 'openai-responses', 'ollama'] as const

  test.each(TYPES)('wire-rule 124: reaches the person as the first thing that comes: %s', async (type) => {
    for (const text of [`error: ${words}\n\n`, `error:${words}\n\ndata: [DONE]\n\n`, `error: ${words}`]) {
      const { events, error } = await run(answering(text), type)
      expect(events).toEqual([])
      expect(error).toMatchObject({
        error_class: 'server_error',
        provider_message: expect.stringContaining(body.message),
      })
    }
  })

  test('wire-rule 124: and in the middle of an answer, however it is cut, with the part that came kept', async () => {
    const lines = [
      `error: ${words}\n\ndata: [DONE]\n\n`,
      `error: ${words}\n`,
      `error: ${JSON.stringify({ error: body })}\r\n\r\n`,
      `${JSON.stringify({ error: body })}\n\n`,
      `event: error\ndata: ${words}\n\n`,
      `data: ${JSON.stringify([{ error: body }])}\n\n`,
    ]
    for (const line of lines) {
      const text = `${said('Hi')}\n${line}`
      for (const pieces of [[bytes(text)], Array.from(bytes(text), (byte) => Uint8Array.of(byte))]) {
        const { complete, error } = await run(answering(pieces))
        expect(error).toMatchObject({ error_class: 'server_error', provider_message: body.message })
        expect(complete).toMatchObject({ stop_reason: 'error', final_content: [{ text: 'Hi' }] })
      }
    }
  })

  test('wire-rule 124: words that are not JSON are shown as they are', async () => {
    const { error } = await run(answering(`${said('Hi')}\nerror: the worker died\n\n`))
    expect(error).toMatchObject({ error_class: 'server_error', provider_message: 'the worker died' })
  })

  test('the class is that of the words', async () => {
    const { error } = await run(answering(`error: {"message": "The model \`x\` does not exist"}\n\n`))
    expect(error).toMatchObject({ error_class: 'not_found' })
  })

  test('other lines that are no events are passed over', async () => {
    const { complete, error } = await run(
      answering(`: hello\nerratum: 1\n${said('Hi')}\n{ not json\n\ne\n${STOP}\nerr`),
    )
    expect(error).toBeUndefined()
    expect(complete).toMatchObject({ final_content: [{ text: 'Hi' }] })
  })
})

test.each(['openai', 'anthropic', 'openai-responses', 'ollama'] as const)(
  'an error that comes in a list, with a good status, is read like one that does not: %s',
  async (type) => {
    const { error } = await run(
      answering('[{"error":{"code":404,"message":"models/x is not found","status":"NOT_FOUND"}}]'),
      type,
    )
    expect(error).toMatchObject({ error_class: 'not_found', provider_message: 'models/x is not found' })
  },
)
