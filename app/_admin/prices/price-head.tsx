'use client'

import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { RATE_NAMES } from '#lib/pricing/price-form.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'

/** The columns that every table of prices has. */
export function PriceHead({ children }: { children?: ReactNode }) {
  const words = useAdminTexts().prices
  return (
    <thead>
      <tr>
        <Head sticky>{words.model}</Head>
        {RATE_NAMES.map((rate) => (
          <Head key={rate} end>
            {words.rates[rate]}
          </Head>
        ))}
        <Head>{words.source}</Head>
        {children}
      </tr>
    </thead>
  )
}

function Head({ children, end, sticky }: { children: string; end?: boolean; sticky?: boolean }) {
  return (
    <th
      scope="col"
      className={clsx(
        'border-line-strong border-b px-2 py-2 font-semibold text-caption text-muted',
        end ? 'text-end' : 'text-start',
        sticky && 'sticky start-0 z-1 bg-canvas ps-0',
      )}
    >
      {children}
    </th>
  )
}
