import { describe, expect, it } from 'vitest'
import { CALCULATOR_SCHEMA, errorOf, instantDemo, PNG, postResponses, RESPONSES_URL, type Wire } from '../wire.ts'

const said = (content: unknown, role = 'user') => ({ type: 'message', role, content })
const hello = said('hi')
const call = (call_id: string, extra: object = {}) => ({
  type: 'function_call',
  call_id,
  name: 'calculator',
  arguments: '{"expression":"1+1"}',
  ...extra,
})
const output = (call_id: string, extra: object = {}) => ({
  type: 'function_call_output',
  call_id,
  output: '2',
  ...extra,
})
const TOOL = { type: 'function', name: 'calculator', parameters: CALCULATOR_SCHEMA, strict: true }

async function refusal(body: object): Promise<Wire> {
  const { status, error, body: whole } = await errorOf(postResponses({ input: [hello], ...body }))
  expect({ status, type: error.type, keys: Object.keys(whole) }).toEqual({
    status: status === 404 ? 404 : 400,
    type: 'invalid_request_error',
    keys: ['error'],
  })
  return error
}
const talk = async (...input: object[]) => (await refusal({ input })).message

describe('the Responses side refuses', () => {
  it.each([
    ['gpt-5', { temperature: 0.2 }, 'temperature'],
    ['o4-mini', { reasoning: { effort: 'none' } }, 'reasoning.effort'],
    ['gpt-4.1', { reasoning: { effort: 'low' } }, 'reasoning.effort'],
    ['gpt-4o', { include: ['reasoning.encrypted_content'] }, 'include'],
    ['gpt-5', { reasoning: { effort: 'minimal' }, tools: [{ type: 'web_search' }] }, 'tools'],
  ])('wire-rules 167 to 169: of %s %j', async (model, asked, param) => {
    expect(await refusal({ model, ...asked })).toMatchObject({ param })
  })

  it('wire-rule 209: an object where nobody speaks of JSON', async () => {
    expect((await refusal({ text: { format: { type: 'json_object' } } })).message).toContain("the word 'json'")
    const instructions = 'Answer in JSON.'
    const asked = { input: [hello], instructions, text: { format: { type: 'json_object' } } }
    expect((await postResponses(asked)).status).toBe(200)
  })

  it('what is not JSON', async () => {
    const { error } = await errorOf(instantDemo()(RESPONSES_URL, { method: 'POST', body: 'hi' }))
    expect(error.message).toContain('We could not parse the JSON body of your request.')
  })

  it('missing, mistyped, unknown and out-of-range parameters', async () => {
    expect(await refusal({ input: undefined })).toMatchObject({ code: 'missing_required_parameter', param: 'input' })
    expect(await refusal({ input: [] })).toMatchObject({ param: 'input', code: 'empty_array' })
    expect(await refusal({ messages: [] })).toMatchObject({
      message: "Unknown parameter: 'messages'.",
      code: 'unknown_parameter',
    })
    expect(await refusal({ max_output_tokens: 5 })).toMatchObject({
      param: 'max_output_tokens',
      message: expect.stringContaining('Expected a value >= 16, but got 5 instead.'),
    })
    expect(await refusal({ stop: ['x'] })).toMatchObject({ code: 'unknown_parameter' })
    expect(await talk(said('hi', 'robot'))).toContain("Invalid value: 'robot'")
    expect(await talk(said([{ type: 'input_text', text: 'hi' }], 'assistant'), hello)).toContain(
      "Invalid value: 'input_text'",
    )
    expect(await talk({ ...hello, provider_hint: 1 })).toBe("Unknown parameter: 'input[0].provider_hint'.")
  })

  it('calls without outputs, outputs without calls, and outputs twice', async () => {
    expect(await talk(hello, call('call_1'), call('call_2'), output('call_2'))).toBe(
      'No tool output found for function call call_1.',
    )
    const stray = 'No tool call found for function call output with call_id call_1.'
    expect(await talk(hello, output('call_1'))).toBe(stray)
    expect(await talk(hello, call('call_1'), output('call_1'), output('call_1'))).toBe(stray)
    const long = 'c'.repeat(65)
    expect(await refusal({ input: [hello, call(long), output(long)] })).toMatchObject({
      code: 'string_above_max_length',
    })
  })

  it('ids of another kind of item, and items twice', async () => {
    expect(await refusal({ input: [hello, call('call_1', { id: 'call_1' }), output('call_1')] })).toMatchObject({
      message: "Invalid 'input[1].id': 'call_1'. Expected an ID that begins with 'fc'.",
      param: 'input[1].id',
    })
    expect(
      await talk(
        hello,
        call('call_1', { id: 'fc_1' }),
        output('call_1'),
        call('call_2', { id: 'fc_1' }),
        output('call_2'),
      ),
    ).toBe('Duplicate item found with id fc_1. Remove duplicate items from your input and try again.')
  })

  it('reasoning that nothing follows, that is not brought along, that was changed, or that another model had', async () => {
    const include = ['reasoning.encrypted_content']
    const whole: Wire = await (await postResponses({ input: 'think', include })).json()
    const [thought, words] = whole.output
    expect(thought).toMatchObject({ type: 'reasoning', summary: [], encrypted_content: expect.any(String) })
    expect((await postResponses({ input: [said('think'), thought, words, hello] })).status).toBe(200)
    expect(await talk(said('think'), thought, hello)).toBe(
      `Item '${thought.id}' of type 'reasoning' was provided without its required following item.`,
    )
    const { encrypted_content: _sealed, ...bare } = thought
    expect(await talk(said('think'), bare, words, hello)).toContain(
      'Items are not persisted when `store` is set to false',
    )
    const changed = { ...thought, encrypted_content: `${thought.encrypted_content}x` }
    expect(await refusal({ input: [said('think'), changed, words] })).toMatchObject({
      code: 'invalid_encrypted_content',
    })
    expect(await refusal({ model: 'responses-next', input: [said('think'), thought, words] })).toMatchObject({
      code: 'invalid_encrypted_content',
    })
  })

  it('pictures and files that it does not take, and schemas that are not strict', async () => {
    const picture = (image_url: string) => talk(said([{ type: 'input_image', image_url, detail: 'auto' }]))
    expect(await picture('nonsense')).toContain('Invalid image URL')
    expect(await picture('data:image/png;base64,AAAA')).toContain('unsupported image')
    const file_data = 'data:text/csv;base64,YQ=='
    expect(await talk(said([{ type: 'input_file', filename: 'a.csv', file_data }]))).toContain('unsupported MIME type')
    expect(await refusal({ tools: [{ ...TOOL, parameters: { ...CALCULATOR_SCHEMA, required: [] } }] })).toMatchObject({
      message: expect.stringContaining("Invalid schema for function 'calculator'"),
    })
    expect(await refusal({ tools: [TOOL], tool_choice: { type: 'function', name: 'x' } })).toMatchObject({
      message: "Tool choice 'x' not found in 'tools' parameter.",
    })
  })

  it('nothing of a full, well-formed tool loop', async () => {
    const response = await postResponses({
      stream: true,
      instructions: 'Be brief.',
      tools: [TOOL, { type: 'web_search' }],
      reasoning: { effort: 'low', summary: 'auto' },
      include: ['reasoning.encrypted_content'],
      input: [
        said([
          { type: 'input_text', text: 'hi' },
          { type: 'input_image', image_url: `data:image/png;base64,${PNG}`, detail: 'auto' },
        ]),
        said([{ type: 'output_text', text: 'Calling.', annotations: [] }], 'assistant'),
        call('call_1', { id: 'fc_1', status: 'completed' }),
        call('tu_01ABC'),
        output('tu_01ABC'),
        output('call_1', { output: [{ type: 'input_text', text: '2' }] }),
        said('Brief, please.', 'developer'),
        said('go on'),
      ],
    })
    expect(response.status).toBe(200)
  })
})
