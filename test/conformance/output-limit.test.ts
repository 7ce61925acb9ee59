import { describe, expect, test } from 'vitest'
import { drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { DIALECTS } from './wire/wire-author.ts'

/** Wherever a wire format has its bound on the answer. */
function limitsIn(body: string): unknown[] {
  const { max_tokens, max_completion_tokens, max_output_tokens, options } = JSON.parse(body)
  return [max_tokens, max_completion_tokens, max_output_tokens, options?.num_predict].filter(
    (each) => each !== undefined,
  )
}

describe.each(DIALECTS)('the bound on an answer, through %s', (_name, host, author) => {
  test.each([777, 12_345])('goes out once, as it was asked for: %i', async (max_output_tokens) => {
    const bodies: string[] = []
    const { adapter } = testAdapter({
      ...host,
      fetch: async (_, init) => {
        bodies.push(String(init?.body))
        return new Response(author.whole({ parts: [{ text: ['ok'] }] }))
      },
    })
    await drain(adapter.stream(requestFor(host, { max_output_tokens })))
    await adapter.complete(requestFor(host, { max_output_tokens }))
    expect(bodies.map(limitsIn)).toEqual([[max_output_tokens], [max_output_tokens]])
  })
})
