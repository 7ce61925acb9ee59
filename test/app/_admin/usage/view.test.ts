import { describe, expect, test } from 'vitest'
import { addressOfView, parseView, queriesOf } from '#app/_admin/usage/view.ts'

const TODAY = '2026-11-23'
const read = (address: string) => parseView(new URLSearchParams(address), TODAY)

const USUAL = {
  span: '30d',
  days: { from: '2026-10-25', to: '2026-11-24' },
  bucket: null,
  group: 'model',
  filters: {},
  costs: 'stamped',
  isExact: false,
}

describe('the address of the page', () => {
  test('says nothing of what is as usual', () => {
    expect(read('')).toEqual(USUAL)
    expect(addressOfView(read(''))).toBe('')
  })

  test.each([
    '?period=7d',
    '?period=year&bucket=month',
    '?from=2026-11-01&to=2026-11-07&bucket=hour&group=session&costs=repriced&exact=1',
    '?model=demo%3Aone&provider=demo&session=S1&user=local&routing_mode=rules&error_class=rate_limit',
    '?group=tool&model=a+%26+b',
  ])('is read as it was written: %s', (address) => expect(addressOfView(read(address))).toBe(address))

  test('has a last day that belongs to what is shown', () => {
    const view = read('from=2026-11-01&to=2026-11-07')
    expect([view.span, view.days]).toEqual([null, { from: '2026-11-01', to: '2026-11-08' }])
  })

  test.each([
    'period=century',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-11-07&to=2026-11-01',
    'from=2026-11-07',
    'bucket=hour',
    'group=turn',
    'group=__proto__',
    'model=',
    `model=${'x'.repeat(301)}`,
    'costs=mine',
    'exact=yes',
    'colour=red',
  ])('is as usual where it says %s', (address) => expect(read(address)).toEqual(USUAL))
})

describe('what the server is asked', () => {
  const queries = queriesOf(read('from=2026-11-01&to=2026-11-07&model=demo:one&costs=repriced'), 'Asia/Kolkata')
  const base = {
    from: '2026-11-01',
    to: '2026-11-08',
    tz: 'Asia/Kolkata',
    costs: 'repriced',
    model: 'demo:one',
  }

  test('has the days, the zone and what is left out, in each question', () => {
    expect(queries.time).toEqual({ ...base, group_by: 'model', bucket: 'day', limit: 10_000 })
    expect(queries.file).toEqual({ ...base, group_by: 'model' })
    expect(queries.before).toEqual({ ...base, from: '2026-10-25', to: '2026-11-01', limit: 1 })
    const { model, costs: _asBilled, ...others } = base
    expect(queries.elsewhere).toEqual({ ...others, of_model: model })
  })

  test.each([
    ['user', 'user'],
    ['provider', 'provider'],
    ['session', 'model'],
    ['tool', 'model'],
  ])('over time by %s is asked by %s', (group, by) => {
    expect(queriesOf(read(`group=${group}`), 'UTC').time).toMatchObject({ group_by: by })
  })

  test('is asked once where two parts ask the same', () => expect(queries.ledger).toEqual(queries.models))

  test('for what a filter may be, leaves that filter out', () => {
    expect(queries.choices('model')).toEqual({ ...base, model: undefined, group_by: 'model', limit: 100 })
    expect(queries.choices('user')).toEqual({ ...base, group_by: 'user', limit: 100 })
  })
})
