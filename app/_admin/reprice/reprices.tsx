'use client'

import { useState } from 'react'
import { usePriceVersions } from '../../_client/use-prices.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Section } from '../usage/section.tsx'
import { useTimeZone } from '../usage/use-view.ts'
import { DryRun } from './dry-run.tsx'
import { EarlierReprices } from './earlier-reprices.tsx'
import { RepriceForm } from './reprice-form.tsx'
import type { Asked } from './use-reprices.ts'

/** What past calls cost by another version: tried first, then kept, and taken back. Days are those of the reader. */
export function Reprices() {
  const words = useAdminTexts().reprices
  const timeZone = useTimeZone()
  const prices = usePriceVersions().data
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <div className="mt-14">
      <Section title={words.title} about={words.about}>
        {timeZone && prices && (
          <>
            <RepriceForm versions={prices.versions} inForce={prices.in_force} timeZone={timeZone} onAsk={setAsked} />
            {asked && <DryRun key={JSON.stringify(asked)} asked={asked} />}
          </>
        )}
      </Section>
      <EarlierReprices />
    </div>
  )
}
