import { expect, test } from 'vitest'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import { drain, testAdapter } from '#test/support/adapter-harness.ts'
import { ALL_CAPABILITIES, assistant, canonicalRequest, user } from '#test/support/message-builder.ts'
import { responsesFaults } from '#test/support/responses-validator.ts'

const MODEL = 'openai:test-model'

const ran = {
  type: 'code_interpreter_call',
  id: 'ci_1',
  status: 'completed',
  code: 'print(6 * 7)',
  container_id: 'cntr_1',
  outputs: [{ type: 'logs', logs: '42' }],
}
const said = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'It is 42.', annotations: [] }],
}

/** OpenAI, which has let the container go where it says so. */
function host(words: string, status: number) {
  const bodies: JsonObject[] = []
  const { adapter } = testAdapter({
    type: 'openai-responses',
    capabilities: () => ({ ...ALL_CAPABILITIES, hosted_tools: ['code_execution'] }),
    fetch: async (_url, init) => {
      const body: JsonObject = JSON.parse(String(init?.body))
      expect(responsesFaults(body)).toEqual([])
      bodies.push(body)
      const isGone = bodies.length > 1 && JSON.stringify(body.input).includes('cntr_1')
      if (isGone) return Response.json({ error: { message: words, type: 'invalid_request_error' } }, { status })
      const output = bodies.length === 1 ? [ran, said] : [{ ...said, id: `msg_${bodies.length}` }]
      return Response.json({ id: `resp_${bodies.length}`, model: 'test-model', status: 'completed', output, usage: {} })
    },
  })
  const path = [user('How much is it?')]
  const ask = async () => {
    const records: ProjectionRecord[] = []
    const onProjection = (record: ProjectionRecord) => records.push(record)
    const hosted_tools = [{ tool: 'code_execution' as const }]
    const request = canonicalRequest({ model: MODEL, messages: path, hosted_tools, onProjection })
    const { complete, error } = await drain(adapter.stream(request))
    const { final_content = [], model, provider, provider_raw } = complete ?? {}
    path.push(assistant(final_content, { model, provider, provider_raw, status: 'complete' }), user('Sure?'))
    return { error, told: records.map(({ block_type, action }) => `${block_type} ${action}`) }
  }
  return { ask, bodies }
}

const typesIn = ({ input }: JsonObject) => (input as JsonObject[]).map(({ type }) => type)

test.each([
  [404, "Container with id 'cntr_1' not found."],
  [400, 'Container is expired.'],
])(
  'wire-rule 197: code that ran in a container which is gone goes as text, at once and in every later request: %i',
  async (status, words) => {
    const { ask, bodies } = host(words, status)
    await ask()
    const mended = await ask()
    expect(mended.error).toBeUndefined()
    expect(mended.told).toEqual(['code_interpreter_call converted', 'hosted_tool converted'])
    await ask()
    expect(bodies.map(typesIn)).toEqual([
      ['message'],
      ['message', 'code_interpreter_call', 'message', 'message'],
      ['message', 'message', 'message'],
      ['message', 'message', 'message', 'message', 'message'],
    ])
    expect(JSON.stringify(bodies[2])).toContain('print(6 * 7)')
  },
)

test('wire-rule 197: what is refused for another reason is an error at once', async () => {
  const { ask, bodies } = host("Unsupported parameter: 'temperature'", 400)
  await ask()
  expect((await ask()).error).toMatchObject({ error_class: 'invalid_request' })
  expect(bodies).toHaveLength(2)
})
