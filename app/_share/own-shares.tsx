'use client'

import { errorWords } from '../_client/error-words.ts'
import { useShares, useShareTotals } from '../_client/use-shares.ts'
import { PageTitle } from '../_frame/page-title.tsx'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { ShareRow } from './share-row.tsx'

/** What somebody shares, and how often it was opened. */
export function OwnShares({ isAdmin }: { isAdmin: boolean }) {
  const texts = useTexts()
  const words = useLateTexts().shares
  const { data, error } = useShares()
  const shares = data?.shares.filter(({ state }) => state !== 'revoked') ?? []
  return (
    <>
      <title>{`${words.list} · Metis`}</title>
      <PageTitle title={words.list} about={words.list_about} />
      {error && (
        <p role="alert" className="text-danger">
          {errorWords(texts, error)}
        </p>
      )}
      {data && shares.length === 0 && <p className="text-ink-soft">{words.no_shares}</p>}
      {shares.length > 0 && (
        <ul aria-label={words.list} className="border-line border-t">
          {shares.map((share) => (
            <ShareRow key={share.id} share={share} />
          ))}
        </ul>
      )}
      {isAdmin && <Totals />}
    </>
  )
}

/** Of the whole installation, for who runs it: numbers alone. */
function Totals() {
  const words = useLateTexts().shares
  const { data } = useShareTotals()
  if (!data || data.shares === 0) return null
  return (
    <section aria-labelledby="share-totals">
      <h2 id="share-totals" className="mt-8 mb-2 font-semibold font-serif text-h2">
        {words.totals}
      </h2>
      <p className="max-w-[42em] text-ink-soft">
        {words.totals_about(data.shares, data.people, data.live, data.views)}
      </p>
    </section>
  )
}
