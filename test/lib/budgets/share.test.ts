import { expect, test } from 'vitest'
import { periodAt, shareOf } from '#lib/budgets/share.ts'
import { formatTimestamp, parseTimestamp } from '#lib/canonical/timestamp.ts'
import { budgetOf } from '#test/support/budget-builder.ts'

const noon = parseTimestamp('2026-11-23T12:00:00.000000Z')

test.each([
  ['day', 'UTC', '2026-11-23T12:00:00Z', '2026-11-23T00:00:00', '2026-11-24T00:00:00'],
  ['month', 'UTC', '2026-11-30T23:59:59Z', '2026-11-01T00:00:00', '2026-12-01T00:00:00'],
  ['month', 'Asia/Kolkata', '2026-11-30T18:30:00Z', '2026-11-30T18:30:00', '2026-12-31T18:30:00'],
  ['day', 'Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00', '2026-03-29T22:00:00'],
  ['day', 'Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00', '2026-10-25T23:00:00'],
  ['month', 'Europe/Berlin', '2026-10-31T12:00:00Z', '2026-09-30T22:00:00', '2026-10-31T23:00:00'],
  ['month', 'UTC', '2028-02-29T12:00:00Z', '2028-02-01T00:00:00', '2028-03-01T00:00:00'],
] as const)('a %s in %s around %s begins at %s and ends at %s', (period, zone, at, starts, ends) => {
  const { starts_at, ends_at } = periodAt(period, zone, Date.parse(at) * 1_000)
  expect(formatTimestamp(starts_at)).toBe(`${starts}.000000Z`)
  expect(formatTimestamp(ends_at)).toBe(`${ends}.000000Z`)
})

test.each([
  [{ scope: 'installation' }, [], ''],
  [{ scope: 'person' }, [], 'ada'],
  [{ scope: 'person', person_id: 'ada' }, [], ''],
  [{ scope: 'person', person_id: 'bob' }, [], null],
  [{ scope: 'team', team_id: 'red' }, ['red', 'blue'], ''],
  [{ scope: 'team', team_id: 'red' }, ['blue'], null],
  [{ scope: 'member', team_id: 'red' }, ['red'], 'ada'],
  [{ scope: 'member', team_id: 'red', person_id: 'ada' }, ['red'], ''],
  [{ scope: 'member', team_id: 'red', person_id: 'ada' }, [], null],
  [{ scope: 'member', team_id: 'red', person_id: 'bob' }, ['red'], null],
] as const)('%j counts what ada of the teams %j spends as the share %j', (fields, teams, subject) => {
  const shares = shareOf(budgetOf(fields), { id: 'ada', role: 'member', teams }, noon)
  expect(shares.map((share) => share.subject)).toEqual(subject === null ? [] : [subject])
})
