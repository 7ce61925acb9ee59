import { describe, expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { Target } from '#lib/adapters/protocol.ts'
import { toWire } from '#lib/adapters/protocols/anthropic/to-wire.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { optionsOf } from '#lib/models/catalog.ts'
import { anthropicFaults } from '#test/support/anthropic-validator.ts'
import { ALL_CAPABILITIES, canonicalRequest, testTarget } from '#test/support/message-builder.ts'

const CAPABILITIES = {
  ...ALL_CAPABILITIES,
  supports_prompt_caching: false,
  hosted_tools: ['web_search' as const, 'web_fetch' as const, 'code_execution' as const],
}

function declared(request: Partial<CanonicalRequest>, model: string, fields: Partial<Target> = {}) {
  const options = { hosted_tool_types: optionsOf(model).hosted_tool_types, ...fields.options }
  const target = testTarget({ capabilities: CAPABILITIES, ...fields, options })
  const body = toWire(canonicalRequest(request), target)
  expect(anthropicFaults(body)).toEqual([])
  const reasons = target.records.map(({ block_type, action, reason }) => `${block_type} ${action} ${reason}`)
  return { tools: body.tools as JsonObject[] | undefined, reasons }
}

const OLDER = 'anthropic:claude-haiku-4-5'
const NEWER = 'anthropic:claude-opus-5-5'
const NAMED = (name: string) => ({
  name,
  description: 'Ours',
  input_schema: { type: 'object' },
  side_effects: 'none' as const,
})

describe('the tools that Anthropic runs', () => {
  test('wire-rules 188, 189: are declared under the versions of the model, behind ours, with what was chosen', () => {
    const hosted_tools: CanonicalRequest['hosted_tools'] = [
      { tool: 'code_execution' },
      { tool: 'web_fetch', max_uses: 2, allowed_domains: ['a.test'] },
      { tool: 'web_search', blocked_domains: ['b.test'], user_location: { city: 'Graz', country: 'AT' } },
    ]
    const { tools, reasons } = declared({ tools: [NAMED('calculator')], hosted_tools }, OLDER)
    expect(tools?.slice(1)).toEqual([
      {
        type: 'web_search_20250305',
        name: 'web_search',
        blocked_domains: ['b.test'],
        user_location: { type: 'approximate', city: 'Graz', country: 'AT' },
      },
      { type: 'web_fetch_20250910', name: 'web_fetch', max_uses: 2, allowed_domains: ['a.test'] },
      { type: 'code_execution_20250825', name: 'code_execution' },
    ])
    expect(tools?.[0]?.name).toBe('calculator')
    expect(reasons).toEqual([])
  })

  test('wire-rule 188: an older execution of code is not declared beside a search that runs code itself', () => {
    const both: CanonicalRequest['hosted_tools'] = [{ tool: 'web_search' }, { tool: 'code_execution' }]
    expect(declared({ hosted_tools: both }, NEWER)).toEqual({
      tools: [{ type: 'web_search_20260209', name: 'web_search' }],
      reasons: ['hosted_tools dropped code_execution: it cannot stand beside web_search_20260209'],
    })
    expect(declared({ hosted_tools: [{ tool: 'code_execution' }] }, NEWER).tools).toEqual([
      { type: 'code_execution_20260120', name: 'code_execution' },
    ])
    const hosted_tool_types = { web_search: 'web_search_20260209', code_execution: 'code_execution_20260521' }
    expect(declared({ hosted_tools: both }, NEWER, { options: { hosted_tool_types } }).tools).toHaveLength(2)
  })

  test('wire-rule 188: no two have one name: what the installation writes out, and what is ours, stays', () => {
    const server_tools = [{ type: 'web_search_20250305', name: 'web_search', max_uses: 1 }]
    const hosted_tools: CanonicalRequest['hosted_tools'] = [{ tool: 'web_search' }, { tool: 'web_fetch' }]
    const { tools, reasons } = declared({ tools: [NAMED('web_fetch')], hosted_tools }, OLDER, {
      options: { server_tools },
    })
    expect(tools?.slice(1)).toEqual(server_tools)
    expect(reasons).toEqual(['hosted_tools dropped web_fetch: a tool of ours has its name'])
  })

  test('what the model does not have is left out and recorded, and the request goes out', () => {
    const hosted_tools: CanonicalRequest['hosted_tools'] = [{ tool: 'image_generation' }]
    const notRun = 'hosted_tools dropped image_generation: its provider does not run it for this model'
    expect(declared({ hosted_tools }, NEWER)).toEqual({ tools: undefined, reasons: [notRun] })
    const search: CanonicalRequest['hosted_tools'] = [{ tool: 'web_search' }]
    expect(declared({ hosted_tools: search }, NEWER, { options: { hosted_tool_types: {} } }).reasons).toEqual([
      'hosted_tools dropped web_search: no version of it is known that the model takes',
    ])
    const supports_tools = false
    expect(declared({ hosted_tools: search }, NEWER, { capabilities: { ...CAPABILITIES, supports_tools } })).toEqual({
      tools: undefined,
      reasons: ['hosted_tools dropped web_search: its provider does not run it for this model'],
    })
  })
})
