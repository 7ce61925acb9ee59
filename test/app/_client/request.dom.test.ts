import { expect, test, vi } from 'vitest'
import { isRefusal, postTurn } from '#app/_client/use-api.ts'

const SAID = { content: [{ type: 'text' as const, text: 'hello' }] }

test('an answer that breaks off is none: what was asked for may have been done', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"turn_id": "T1", "mess', { status: 202 }))
  const error = await postTurn('S1', SAID, 'k').catch((cause: unknown) => cause)
  expect(error).toMatchObject({ code: 'unreachable', status: 0 })
  expect(isRefusal(error)).toBe(false)
})

test('a refusal that breaks off is one all the same', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"error": {"co', { status: 422 }))
  const error = await postTurn('S1', SAID, 'k').catch((cause: unknown) => cause)
  expect(error).toMatchObject({ code: 'unknown', status: 422 })
  expect(isRefusal(error)).toBe(true)
})
