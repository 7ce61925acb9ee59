import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { PricePage } from '#app/_admin/prices/price-page.tsx'
import type { PriceVersion } from '#lib/api/price.ts'
import type { PricedModels } from '#lib/pricing/price.ts'
import { fakeServer } from '../../_chat/fake-server.ts'
import { model } from '../../_chat/model-builder.ts'
import { provider } from '../../_providers/provider-builder.ts'

const source = { source: 'https://prices.example/page', read_on: '2026-11-20' }

/** What the version in force says. */
export const MODELS: PricedModels = {
  'one:alpha': {
    input_per_mtok_usd: '2.00',
    output_per_mtok_usd: '10.00',
    cached_read_per_mtok_usd: '0.10',
    source,
  },
  'one:beta': {
    input_per_mtok_usd: '1',
    output_per_mtok_usd: '4',
    conditional: [{ input_per_mtok_usd: '0.50', output_per_mtok_usd: '2', when: { service_tier: 'flex' } }],
  },
  'two:llama': { free: true },
}

export function version(name: string, fields: Partial<PriceVersion> = {}): PriceVersion {
  return {
    pricing_version: name,
    effective_from: '2026-11-20T00:00:00.000000Z',
    origin: 'shipped',
    author: null,
    note: `the note of ${name}`,
    created_at: '2026-11-20T00:00:00.000000Z',
    models: 3,
    ...fields,
  }
}

export const FIRST = version('first')

type Answers = Parameters<typeof fakeServer>[0]

/** The page with one shipped version, and a model that was called seven times without a price. */
export function openPrices(answers: Answers = {}) {
  const tableOf = (name: string) => ({ body: { ...version(name), models: MODELS } })
  const server = fakeServer({
    'GET /api/models': { body: { models: [model('one:alpha', { provider_label: 'One' })], default: 'one:alpha' } },
    'GET /api/providers': {
      body: { providers: ['one', 'two', 'lab'].map((id) => provider(id)), protocols: [], secret_from: 'file' },
    },
    'GET /api/admin/usage': {
      body: {
        rows: [
          { key: 'lab:scribe', unpriced_calls: 7 },
          { key: 'one:alpha', unpriced_calls: 1 },
        ],
      },
    },
    'GET /api/admin/usage/drift': { body: { from: '', to: '', calls: 0, looked_at: 0, drifts: [] } },
    'GET /api/admin/prices': { body: { versions: [FIRST], in_force: 'first' } },
    'GET /api/admin/prices/first': tableOf('first'),
    'GET /api/admin/prices/second': tableOf('second'),
    ...answers,
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PricePage />
    </QueryClientProvider>,
  )
  return server
}

export const button = (name: string | RegExp) => screen.findByRole('button', { name })
/** By what its column and its row are called; of a condition in the row of that. */
export function cell(column: string, model: string, condition?: string): HTMLElement {
  const at = screen.getAllByRole('columnheader').findIndex(({ textContent }) => textContent === column)
  const ofModel = screen
    .getAllByRole('rowheader')
    .find((header) => header.querySelector('bdi')?.textContent === model)
    ?.closest('tr')
  const row = condition === undefined ? ofModel : conditionRow(ofModel, condition)
  const found = row?.cells[at]
  if (!found) throw new Error(`there is no cell ${column} of ${model} ${condition ?? ''}`)
  return found
}

function conditionRow(ofModel: HTMLTableRowElement | null | undefined, condition: string) {
  const rows = [...document.querySelectorAll<HTMLTableRowElement>('tr[data-condition]')]
  return rows.find((row) => row.dataset.row === ofModel?.dataset.row && row.cells[0]?.textContent === condition)
}

export const focused = () => document.activeElement
