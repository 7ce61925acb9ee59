import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Drift } from '#lib/api/drift.ts'
import { button, cell, openPrices } from './price-page.tsx'

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams(location.search) }))

afterEach(() => {
  cleanup()
  localStorage.clear()
  history.replaceState(null, '', '/admin/prices')
})

function drift(of: Partial<Drift> = {}): Drift {
  return {
    model: 'one:alpha',
    pricing_version: 'first',
    price_of: 'one:alpha',
    condition: null,
    calls: 1_200,
    agreeing_calls: 7,
    cost_usd: '10',
    provider_usd: '10.9091',
    difference_usd: '0.9091',
    difference_percent: '9.091',
    still_holds: true,
    explanations: [{ kind: 'rate', bucket: 'output', per: 1_000_000, from_usd: '10.00', to_usd: '12' }],
    ...of,
  }
}

const open = (drifts: Drift[], of = {}) =>
  openPrices({
    'GET /api/admin/usage/drift': { body: { from: '', to: '', calls: 1_200, looked_at: 1_200, drifts, ...of } },
  })

const report = () => screen.findByRole('table', { name: 'What providers say that they billed' })

async function rows(): Promise<(string | null)[][]> {
  return within(await report())
    .getAllByRole('row')
    .slice(1)
    .map((each) => [...each.children].map(({ textContent }) => textContent))
}

describe('what providers say that they billed', () => {
  test('stands beside our own bills, with what explains the difference', async () => {
    open([
      drift(),
      drift({
        model: 'one:beta',
        condition: { service_tier: 'flex' },
        explanations: [{ kind: 'factor', factor: '1.055' }],
      }),
      drift({
        model: 'two:new',
        pricing_version: null,
        cost_usd: null,
        difference_usd: null,
        difference_percent: null,
        explanations: [],
      }),
      drift({ model: 'two:old', explanations: [], difference_usd: '-0.5', difference_percent: '-5' }),
      drift({
        model: 'two:same',
        explanations: [],
        agreeing_calls: 1_200,
        difference_usd: '0',
        difference_percent: '0',
      }),
    ])
    expect(await rows()).toEqual([
      [
        'ALPHAprices of first',
        '1,200',
        '$10.00',
        '$10.91',
        '+$0.91+9.091\u00a0%',
        'Write at $12 per million tokens, not $10.00Draft this price',
      ],
      [
        'betaprices of first, flex',
        '1,200',
        '$10.00',
        '$10.91',
        '+$0.91+9.091\u00a0%',
        'All of it times 1.055: a fee, or a discountDraft this price',
      ],
      ['newno price', '1,200', 'no price', '$10.91', '·', 'It has no price yet: set one to compare.'],
      [
        'oldprices of first',
        '1,200',
        '$10.00',
        '$10.91',
        '−$0.50−5\u00a0%',
        'No single rate explains it. 7 of the calls agree.',
      ],
      ['sameprices of first', '1,200', '$10.00', '$10.91', '$00\u00a0%', 'Both agree, call by call.'],
    ])
  })

  test('leads by one press to a draft with the price that explains it', async () => {
    open([drift()])
    await userEvent.click(await button('Draft this price for ALPHA: Write at $12 per million tokens, not $10.00'))
    await screen.findByRole('grid')
    expect(cell('Write', 'ALPHA').textContent).toContain('12')
    expect(screen.getByText('The draft has that price for ALPHA now. Nothing is published yet.')).toBeTruthy()
    // What it says by now is not what those calls were billed by.
    expect(screen.queryByRole('button', { name: /^Draft this price/ })).toBeNull()
  })

  test('offers no draft where the prices have changed since those calls', async () => {
    open([drift({ still_holds: false })])
    await report()
    expect(screen.queryByRole('button', { name: /^Draft this price/ })).toBeNull()
  })

  test('says so where only the newest calls were looked at, and nothing where no provider says anything', async () => {
    open([drift()], { calls: 6_000, looked_at: 5_000 })
    expect(await screen.findByText(/These are the newest 5,000 of 6,000 calls\.$/)).toBeTruthy()
    cleanup()
    open([])
    await screen.findByRole('heading', { name: 'Version of 20 November 2026' })
    expect(screen.queryByText('What providers say that they billed')).toBeNull()
  })
})
