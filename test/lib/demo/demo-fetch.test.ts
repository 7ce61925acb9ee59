import { describe, expect, it } from 'vitest'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { ANTHROPIC_URL, errorOf, instantDemo, postAnthropic, postChat, user, type Wire } from './wire.ts'

describe('the demo as a server', () => {
  it('finds the wire format by the end of the path, on any host', async () => {
    const demo = instantDemo()
    const body = JSON.stringify({ model: 'm', messages: [user('hi')] })
    for (const url of [
      'https://api.example.com/v1/chat/completions',
      'http://127.0.0.1:1/api/v1/chat/completions?x=1',
    ]) {
      expect((await demo(url, { method: 'POST', body })).status).toBe(200)
      expect((await demo(new Request(url, { method: 'POST', body }))).status).toBe(200)
      expect((await demo(new URL(url), { method: 'POST', body: new TextEncoder().encode(body) })).status).toBe(200)
    }
  })

  it('knows no other path and no other method', async () => {
    const demo = instantDemo()
    expect(await errorOf(demo('http://127.0.0.1/v1/nothing', { method: 'POST' }))).toMatchObject({
      status: 404,
      error: { message: 'Invalid URL (POST /v1/nothing)', type: 'invalid_request_error' },
    })
    expect(await errorOf(demo(ANTHROPIC_URL))).toMatchObject({ status: 405, error: { message: 'Method Not Allowed' } })
  })

  it('lists its models in the shape of each provider', async () => {
    const demo = instantDemo()
    const anthropic: Wire = await (
      await demo('http://127.0.0.1/v1/models', { headers: { 'anthropic-version': '2023-06-01' } })
    ).json()
    expect(anthropic).toMatchObject({
      data: [{ type: 'model', id: 'anthropic' }],
      has_more: false,
      first_id: 'anthropic',
    })
    const openai: Wire = await (await demo('http://127.0.0.1/v1/models')).json()
    expect(openai).toMatchObject({ object: 'list', data: [{ object: 'model', id: 'openai' }] })
    const ollama: Wire = await (await demo('http://127.0.0.1/api/tags')).json()
    expect(ollama.models).toMatchObject([{ name: 'ollama' }, { name: 'ollama-vision' }])
    const show: Wire = await (await demo('http://127.0.0.1/api/show', { method: 'POST', body: '{}' })).json()
    expect(show.capabilities).toEqual(['completion', 'tools', 'thinking'])
    const seeing = { method: 'POST', body: '{"model":"ollama-vision"}' }
    expect(((await (await demo('http://127.0.0.1/api/show', seeing)).json()) as Wire).capabilities).toContain('vision')
    const openRouter: Wire = await (await demo('http://127.0.0.1/api/v1/models')).json()
    expect(openRouter.data).toMatchObject([{ id: 'openrouter' }])
  })

  it('gives every request and every call an id of its own', async () => {
    const demo = instantDemo()
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await postChat({ messages: [user('hi')] }, { demo })).headers.get('x-request-id')),
    )
    expect(new Set(ids).size).toBe(3)
    expect((await postAnthropic({ messages: [user('hi')] })).headers.get('request-id')).toMatch(/^req_demo_\w{24}$/)
  })

  it('writes the time and the ids it is given', async () => {
    const demo = instantDemo({ now: () => 1_800_000_000_999, newId: () => 'fixed' })
    const body: Wire = await (await postChat({ messages: [user('hi')] }, { demo })).json()
    expect(body).toMatchObject({ id: 'chatcmpl-demo-fixed', created: 1_800_000_000 })
  })
})

describe('the pace of the demo', () => {
  async function delays(words: string, pace: number, random: number): Promise<number[]> {
    const waited: number[] = []
    const delay = async (ms: number) => {
      waited.push(ms)
    }
    const demo = createDemoFetch({ delay, random: () => random, pace })
    await (await postAnthropic({ stream: true, messages: [user(words)] }, { demo })).text()
    return waited
  }
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

  it('is the number of words a second that it is told, after a first moment', async () => {
    const [first, ...rest] = await delays('essay', 50, 0.5)
    expect(first).toBe(250)
    // About 1,600 words; a delta of one long word cut in two counts twice.
    expect(sum(rest) / 1_000).toBeGreaterThan(1_600 / 50)
    expect(sum(rest) / 1_000).toBeLessThan(2_200 / 50)
  })

  it('is uneven by up to 40 % either way', async () => {
    const even = sum((await delays('hello', 50, 0.5)).slice(1))
    expect(sum((await delays('hello', 50, 0)).slice(1)) / even).toBeCloseTo(0.6)
    expect(sum((await delays('hello', 50, 1)).slice(1)) / even).toBeCloseTo(1.4)
  })

  it('is slow from the first byte on when that is asked for', async () => {
    const [first, ...rest] = await delays('fault slow', 50, 0.5)
    expect(first).toBe(5_000)
    expect(Math.max(...rest)).toBeGreaterThan(400)
  })
})

describe('an answer in one piece', () => {
  it('is sent in chunks no smaller than one event, and only when it is read', async () => {
    let played = 0
    const delay = async () => {
      played += 1
    }
    const demo = createDemoFetch({ delay })
    const response = await postAnthropic({ stream: true, messages: [user('hi')] }, { demo })
    await new Promise((resolve) => setImmediate(resolve))
    expect(played).toBe(1)
    const chunks: string[] = []
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) chunks.push(chunk)
    for (const chunk of chunks) expect(chunk).toMatch(/^event: \w+\ndata: .*\n\n$/)
    expect(played).toBe(chunks.length + 1)
  })
})

describe('a caller that goes away', () => {
  it('before the request gets the reason at once', async () => {
    const signal = AbortSignal.abort()
    await expect(postAnthropic({ messages: [user('hi')] }, { signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('while it waits for the first byte gets the reason', async () => {
    const abort = new AbortController()
    const demo = createDemoFetch()
    const waiting = postChat({ messages: [user('fault slow')] }, { demo, signal: abort.signal })
    setImmediate(() => abort.abort())
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('in mid-answer gets the reason, and nothing more', async () => {
    const abort = new AbortController()
    const response = await postAnthropic({ stream: true, messages: [user('essay')] }, { signal: abort.signal })
    const reader = response.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    abort.abort(new Error('enough'))
    await expect(reader?.read()).rejects.toThrow('enough')
    await expect(reader?.read()).rejects.toThrow('enough')
  })

  it('in the middle of a pause does not wait for its end', async () => {
    const abort = new AbortController()
    const demo = createDemoFetch({ pace: 0.01 })
    const response = await postChat({ stream: true, messages: [user('hi')] }, { demo, signal: abort.signal })
    const reader = response.body?.getReader()
    await reader?.read()
    const next = reader?.read()
    setImmediate(() => abort.abort())
    await expect(next).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('may have put its signal into a Request', async () => {
    const abort = new AbortController()
    const body = JSON.stringify({ model: 'm', stream: true, messages: [user('fault stall')] })
    const request = new Request('http://127.0.0.1/v1/chat/completions', { method: 'POST', body, signal: abort.signal })
    const response = await instantDemo()(request)
    const text = response.text()
    setImmediate(() => abort.abort())
    await expect(text).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('may just stop reading, in a pause or in a stall', async () => {
    for (const words of ['hi', 'fault stall']) {
      const demo = createDemoFetch({ pace: words === 'hi' ? 0.01 : 1_000_000 })
      const response = await postAnthropic({ stream: true, messages: [user(words)] }, { demo })
      const reader = response.body?.getReader()
      await reader?.read()
      const next = reader?.read()
      await reader?.cancel('enough')
      expect(await next).toEqual({ done: true, value: undefined })
    }
  })
})
