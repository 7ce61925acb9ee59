import { describe, expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { Target } from '#lib/adapters/protocol.ts'
import { toWire } from '#lib/adapters/protocols/responses/to-wire.ts'
import { HostedToolName } from '#lib/canonical/hosted-tool.ts'
import { ALL_CAPABILITIES, canonicalRequest, testTarget } from '#test/support/message-builder.ts'
import { responsesFaults } from '#test/support/responses-validator.ts'

function declared(hosted_tools: CanonicalRequest['hosted_tools'], options: Target['options'] = {}) {
  const capabilities = { ...ALL_CAPABILITIES, hosted_tools: [...HostedToolName.options] }
  const target = testTarget({ provider: 'openai', format: 'openai.responses', capabilities, options })
  const body = toWire(canonicalRequest({ ...(hosted_tools && { hosted_tools }) }), target)
  expect(responsesFaults(body)).toEqual([])
  const { tools, include } = body
  return { tools, include, reasons: target.records.map(({ action, reason }) => `${action} ${reason}`) }
}

describe('the tools that OpenAI runs', () => {
  test('wire-rule 195: are declared by its types, and what they found is asked for', () => {
    expect(
      declared([
        { tool: 'web_search', allowed_domains: ['a.test'], user_location: { timezone: 'Europe/Vienna' } },
        { tool: 'code_execution' },
        { tool: 'file_search', vector_store_ids: ['vs_1'] },
        { tool: 'image_generation' },
      ]),
    ).toEqual({
      tools: [
        {
          type: 'web_search',
          filters: { allowed_domains: ['a.test'] },
          user_location: { type: 'approximate', timezone: 'Europe/Vienna' },
        },
        { type: 'code_interpreter', container: { type: 'auto' } },
        { type: 'file_search', vector_store_ids: ['vs_1'] },
        { type: 'image_generation' },
      ],
      include: [
        'reasoning.encrypted_content',
        'web_search_call.action.sources',
        'code_interpreter_call.outputs',
        'file_search_call.results',
      ],
      reasons: [],
    })
  })

  test('what it has not is left out and recorded', () => {
    expect(declared([{ tool: 'web_search', max_uses: 2 }, { tool: 'web_fetch' }])).toEqual({
      tools: [{ type: 'web_search' }],
      include: ['reasoning.encrypted_content', 'web_search_call.action.sources'],
      reasons: [
        'converted web_search: the provider has no limit of uses',
        'dropped web_fetch: the wire format has none',
      ],
    })
  })

  test('what the installation writes out stays as it is', () => {
    const server_tools = [{ type: 'web_search', search_context_size: 'low' }]
    expect(declared([{ tool: 'web_search' }], { server_tools })).toEqual({
      tools: server_tools,
      include: ['reasoning.encrypted_content'],
      reasons: [],
    })
  })

  test('are left out beside a minimal effort, those that the installation writes out too', () => {
    const capabilities = { ...ALL_CAPABILITIES, hosted_tools: [...HostedToolName.options] }
    const options = { reasoning_efforts: ['minimal', 'low'], server_tools: [{ type: 'image_generation' }] }
    const target = testTarget({ provider: 'openai', format: 'openai.responses', capabilities, options })
    const hosted_tools: CanonicalRequest['hosted_tools'] = [{ tool: 'web_search' }]
    const body = toWire(canonicalRequest({ hosted_tools, reasoning_effort: 'minimal' }), target)
    expect(body.tools).toBeUndefined()
    expect(target.records.map(({ reason }) => reason)).toEqual([
      'image_generation: it is refused beside a minimal effort',
      'web_search: it is refused beside a minimal effort',
    ])
  })

  test('are said to be none where nobody asks', () => {
    expect(declared(undefined, { encrypted_reasoning: false })).toEqual({
      tools: undefined,
      include: undefined,
      reasons: [],
    })
  })
})
