import { describe, expect, test } from 'vitest'
import { billed, servedTier } from '#lib/adapters/answer/billed.ts'
import type { JsonObject } from '#lib/canonical/json.ts'

describe('what a host says that it billed', () => {
  test.each<[string, JsonObject, string]>([
    ['wire-rule 200: ticks of 10^-10 dollars', { cost_in_usd_ticks: 37_756_500 }, '0.00377565'],
    ['wire-rule 200: one tick', { cost_in_usd_ticks: 1 }, '0.0000000001'],
    ['wire-rule 202: a number of dollars, with its tools in it', { cost: 0.0133 }, '0.0133'],
    ['wire-rule 202: a number that JSON writes with an exponent', { cost: 1.5e-7 }, '0.00000015'],
    ['wire-rule 202: nothing, which is free', { cost: 0 }, '0'],
    ['wire-rule 203: a sum beside its parts', { cost: { request_cost: 0.005, total_cost: 0.006 } }, '0.006'],
    ['wire-rule 200: ticks, which say it to the last digit', { cost_in_usd_ticks: 5, cost: 1 }, '0.0000000005'],
  ])('%s is kept as a decimal', (_, usage, billed_usd) => {
    expect(billed(usage, true)).toEqual({ billed_usd })
  })

  test.each<JsonObject>([
    {},
    { cost: null },
    { cost: '0.1' },
    { cost: -1 },
    { cost: 1e6 },
    { cost: {} },
    { cost_in_usd_ticks: 'many' },
  ])('%j is no bill', (usage) => expect(billed(usage, true)).toEqual({}))

  test('is not read from a cost of which nobody knows in what money it is', () => {
    expect(billed({ cost: 1 }, false)).toEqual({})
    expect(billed({ cost: 1, cost_in_usd_ticks: 20_000_000_000 }, false)).toEqual({ billed_usd: '2' })
  })
})

test('a tier is kept where it is not the ordinary one, and where it is a name', () => {
  expect(
    ['flex', 'priority', 'default', 'standard', 'auto', 'on_demand', '', 'not one', 7, null].map((tier) =>
      servedTier(tier),
    ),
  ).toEqual([{ service_tier: 'flex' }, { service_tier: 'priority' }, {}, {}, {}, {}, {}, {}, {}, {}])
})
