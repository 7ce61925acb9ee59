import { describe, expect, test } from 'vitest'
import { roughSpendingLabel, spendingDetail, spendingLabel } from '#app/_content/spending.ts'
import { english } from '#app/_texts/english/first.ts'
import { german } from '#app/_texts/german/first.ts'

const { cost, roughCost, duration, count, size, exact } = english.format

describe('a cost', () => {
  test.each([
    ['0.000654', '$0.000654'],
    ['0.3', '$0.30'],
    ['12', '$12.00'],
    ['1.2500', '$1.25'],
    ['0', '$0'],
    ['0.00', '$0'],
  ])('%s is shown exactly, as %s', (usd, label) => expect(cost(usd)).toBe(label))

  test.each([
    ['0.00536445', '$0.0054'],
    ['0.104', '$0.10'],
    ['0.07', '$0.070'],
    ['12.345', '$12.35'],
    ['0.0999', '$0.10'],
    ['0.0000012', '$0.0000012'],
    ['0.0000005', '<$0.000001'],
    ['0', '$0'],
    ['99.99', '$99.99'],
    ['99.999', '$100'],
    ['1234.56', '$1,235'],
    ['123456.7', '$123,500'],
  ])('%s is %s where there is no room', (usd, label) => expect(roughCost(usd)).toBe(label))
})

test.each([
  { format: english.format, locale: 'en-GB' },
  { format: german.format, locale: 'de-DE' },
])('what $locale writes without the platform is what the platform writes', ({ format, locale }) => {
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    useGrouping: false,
  })
  expect([format.cost('0.5'), format.cost('1234.56')]).toEqual([money.format(0.5), money.format(1234.56)])
  expect(format.typed(0.7)).toBe(new Intl.NumberFormat(locale).format(0.7))

  const whole = new Intl.NumberFormat(locale)
  for (const value of [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 1_234_567_890]) {
    expect(format.count(value)).toBe(whole.format(value))
  }
  const tenth = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  for (let ms = 0; ms < 9_950; ms++) {
    expect(format.duration(ms)).toBe(`${tenth.format(ms / 1000)}\u00a0s`)
    expect(format.size(1_000_000 + ms * 10_000)).toBe(`${tenths.format((1_000_000 + ms * 10_000) / 1_000_000)}\u00a0MB`)
  }
  for (let ms = 0; ms < 950; ms++) {
    const said = Number((ms / 1_000).toPrecision(2))
    expect(format.wait(ms)).toBe(`${whole.format(said)}\u00a0s`)
  }
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  for (let minute = 0; minute < 24 * 60; minute++) {
    const time = new Date(2026, 10, 22, 0, minute)
    expect(format.clock(time)).toBe(clock.format(time))
  }
})

describe('what was spent', () => {
  test.each([
    ['0.0123', 0, '$0.0123'],
    ['0.5', 0, '$0.5000'],
    ['12', 0, '$12.0000'],
    ['0.00536445', 0, '$0.00536445'],
    ['0', 0, '$0'],
    ['0.0123', 1, 'at least $0.0123'],
    [null, 2, 'no price'],
    [null, 0, 'no price'],
    ['0', 1, 'no price'],
    ['0.00', 1, 'no price'],
  ])('%s with %i calls without a price reads %s', (usd, unpriced, label) => {
    expect(spendingLabel(english, usd, unpriced)).toBe(label)
  })

  test('is rough where there is no room', () => {
    expect(roughSpendingLabel(english, '0.00536445', 0)).toBe('$0.0054')
    expect(roughSpendingLabel(english, null, 1)).toBe('no price')
    expect(roughSpendingLabel(english, '0', 1)).toBe('no price')
  })

  test.each([
    ['0.00166545', 'at least $0.0016'],
    ['0.0999', 'at least $0.099'],
    ['0.1', 'at least $0.10'],
    ['0.002', 'at least $0.0020'],
    ['0.109', 'at least $0.10'],
    ['12.349', 'at least $12.34'],
    ['100.999', 'at least $100'],
    ['12349.9', 'at least $12,340'],
    ['3', 'at least $3.00'],
    ['0.00000051', 'at least $0.00000051'],
  ])('is never rounded beyond what is known: %s is %s', (usd, label) => {
    expect(roughSpendingLabel(english, usd, 1)).toBe(label)
  })

  test('comes with how much is missing in it', () => {
    expect(spendingDetail(english, 'Cost of this chat', 0)).toBe('Cost of this chat')
    expect(spendingDetail(english, 'Cost of this chat', 1)).toBe('Cost of this chat; one model call has no price')
    expect(spendingDetail(english, 'Cost', 1_234)).toBe('Cost; 1,234 model calls have no price')
  })
})

test.each([
  [800, '0.8\u00a0s'],
  [3_000, '3\u00a0s'],
  [12_400, '12\u00a0s'],
  [125_000, '2\u00a0min 5\u00a0s'],
])('%i ms reads %s', (ms, label) => expect(duration(ms)).toBe(label))

test.each([
  [0.449, '45\u00a0%'],
  [0.001, '<\u00a01\u00a0%'],
  [0, '0\u00a0%'],
])('a part of %d reads %s', (part, label) => expect(english.format.percent(part)).toBe(label))

test.each([
  [276, '0.28\u00a0s'],
  [4, '0.004\u00a0s'],
  [1_240, '1.2\u00a0s'],
  [960, '1\u00a0s'],
])('a wait of %i ms reads %s', (ms, label) => expect(english.format.wait(ms)).toBe(label))

test.each([
  [0, '0'],
  [1, '<0.1'],
  [360, '0.4'],
  [1_000, '1'],
  [9_949, '9.9'],
  [9_950, '10'],
  [1_234_567, '1,235'],
])('%i reads %s in thousands', (count, label) => expect(english.format.thousands(count)).toBe(label))

test('thousands are set apart', () => expect(count(1234567)).toBe('1,234,567'))

describe('in German', () => {
  const { format } = german

  test('an amount stays exact, far beyond what a number can say, with a comma and its sign behind', () => {
    const long = '1234567890123456.000000000000000000123'
    expect(cost(long)).toBe(`$${long}`)
    expect(format.cost(long)).toBe(`${long.replace('.', ',')}\u00a0$`)
    expect(format.cost('0')).toBe('0\u00a0$')
    expect(format.amount('0.5')).toBe('0,5000\u00a0$')
    expect(format.roughCost('0.0000005')).toBe('<0,000001\u00a0$')
    expect(format.roughCost('1234.56')).toBe('1.235\u00a0$')
    expect(spendingLabel(german, '0.0123', 1)).toBe('mindestens 0,0123\u00a0$')
  })

  test('figures, sizes and times are written as there', () => {
    expect(format.count(1_234_567)).toBe('1.234.567')
    expect(format.duration(800)).toBe('0,8\u00a0s')
    expect([size(3_400_000), format.size(3_400_000)]).toEqual(['3.4\u00a0MB', '3,4\u00a0MB'])
    expect([exact('0.012648'), format.exact('0.012648')]).toEqual(['0.012648', '0,012648'])
    const at = new Date(2026, 10, 22, 10, 42)
    expect(format.moment(at)).toBe('22. November 2026 um 10:42')
    expect(english.format.moment(at)).toBe('22 November 2026 at 10:42')
    expect(format.shortDay(at, at)).toBe('22. Nov.')
    expect(english.format.shortDay(at, new Date(2027, 0, 1))).toBe('22 Nov 2026')
    expect(format.month(at, new Date(2027, 0, 1))).toBe('November 2026')
  })
})
