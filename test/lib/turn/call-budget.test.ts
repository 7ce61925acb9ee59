import { expect, test } from 'vitest'
import type { Budget, BudgetStanding } from '#lib/budgets/budget.ts'
import { BudgetSpentError } from '#lib/budgets/budget-error.ts'
import type { ExpectedCall } from '#lib/budgets/budgets.ts'
import { ModelDirectory } from '#lib/models/model-directory.ts'
import { parsePriceTable } from '#lib/pricing/price-table.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { holdFor, ruleOf, wayOn } from '#lib/turn/call-budget.ts'
import { budgetOf } from '#test/support/budget-builder.ts'
import { bookOf } from '#test/support/prices.ts'
import { keylessModel } from '#test/support/scripted-model.ts'

const at = '2026-11-23T12:00:00.000000Z'
const table = parsePriceTable({
  pricing_version: 'test',
  models: { 'demo:anthropic': { input_per_mtok_usd: '3', output_per_mtok_usd: '15' } },
})
const models = new ModelDirectory({ providers: [], prices: bookOf(table), preferred: null })

async function heldFor(settings: { max_output_tokens?: number }, max_output_tokens = 64_000) {
  const calls: ExpectedCall[] = []
  const budgets = {
    hold: async (_who: unknown, call: ExpectedCall) => {
      calls.push(call)
    },
  }
  const model = { ...keylessModel(), id: 'demo:anthropic' }
  const capabilities = { ...model.capabilities, max_output_tokens }
  const call = { hold_id: 'turn', model: { ...model, capabilities }, input_tokens: 10_000, settings, at }
  await holdFor({ budgets, models }, LOCAL_OWNER, call)
  return calls
}

test('what is kept back is the input, and a thousand tokens of answer', async () => {
  expect(await heldFor({})).toMatchObject([
    { hold_id: 'turn', model: 'demo:anthropic', estimate: { cost_usd: '0.045', state: 'estimated' } },
  ])
})

test('or as many as it may have', async () => {
  expect(await heldFor({ max_output_tokens: 200 })).toMatchObject([{ estimate: { cost_usd: '0.033' } }])
  expect(await heldFor({}, 400)).toMatchObject([{ estimate: { cost_usd: '0.036' } }])
  expect(await heldFor({ max_output_tokens: 5_000 })).toMatchObject([{ estimate: { cost_usd: '0.045' } }])
})

const budget = budgetOf({ limit_usd: '5', route_to: 'demo:small' })
const standingOf = (fields: Partial<Budget>): BudgetStanding => ({
  budget: { ...budget, ...fields },
  subject: null,
  spent_usd: '4.9',
  uncertain_usd: '0',
  held_usd: '0',
  left_usd: '0.1',
  level: 'over_95',
  unpriced_calls: 0,
  starts_at: at,
  ends_at: at,
})

test('a spent budget that names a model is a rule', () => {
  expect(ruleOf(standingOf({}))).toEqual({ model: 'demo:small', reason: 'rule cost_today_exceeds_usd 5: it is spent' })
  expect(ruleOf(standingOf({ period: 'month' }))?.reason).toBe('rule of the budget of $5 a month: it is spent')
  expect(ruleOf(standingOf({ route_to: null }))).toBeNull()
})

test('a message that it has no room for goes by that rule; one that it cannot count, or that failed otherwise, does not', () => {
  expect(wayOn(new BudgetSpentError(standingOf({}), '0.2', 'demo:large'))).toMatchObject({ model: 'demo:small' })
  expect(wayOn(new BudgetSpentError(standingOf({ route_to: null }), '0.2', 'demo:large'))).toBeNull()
  expect(wayOn(new BudgetSpentError(standingOf({}), null, 'demo:large'))).toBeNull()
  expect(wayOn(new Error('another'))).toBeNull()
})
