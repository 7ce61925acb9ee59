'use client'

import { providerOf } from '../../_chat/models/model.ts'
import { Hand } from '../../_content/hand.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import type { UnpricedModel } from '../use-unpriced.ts'
import type { ModelNames } from './use-model-names.ts'

const LISTED = 5

/** Models that were called and have no price, each with the way to one. */
export function UnpricedNotice({
  unpriced,
  names,
  onPrice,
}: {
  unpriced: readonly UnpricedModel[]
  names: ModelNames
  onPrice: (id: string, isFree: boolean) => void
}) {
  const words = useAdminTexts().prices
  if (unpriced.length === 0) return null
  return (
    <section
      aria-label={words.unpriced_rows}
      className="mb-4 rounded-card border border-warn-line bg-warn-soft px-4 py-3 text-small"
    >
      <p className="font-semibold">{words.unpriced_notice(unpriced.length)}</p>
      <ul>
        {unpriced.slice(0, LISTED).map(({ id, calls }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <span className="flex min-w-0 flex-1 items-center gap-1.75" title={id}>
              <Hand provider={providerOf(id)} />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <bdi>{names.labelOf(id)}</bdi> <span className="text-ink-soft">{words.unpriced_calls(calls)}</span>
                {names.isOwnServer(providerOf(id)) && (
                  <span className="block text-caption text-ink-soft">{words.own_server}</span>
                )}
              </span>
            </span>
            {!names.isOwnServer(providerOf(id)) && (
              <Button
                aria-label={words.price_of(names.labelOf(id))}
                onClick={() => onPrice(id, false)}
                className="pointer-coarse:min-h-11"
              >
                {words.price_it}
              </Button>
            )}
            <Button
              aria-label={words.free_of(names.labelOf(id))}
              onClick={() => onPrice(id, true)}
              className="pointer-coarse:min-h-11"
            >
              {words.free_it}
            </Button>
          </li>
        ))}
      </ul>
      {unpriced.length > LISTED && <p>{words.more(unpriced.length - LISTED)}</p>}
    </section>
  )
}
