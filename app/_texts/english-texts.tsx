'use client'

import type { ReactNode } from 'react'
import { latePart } from '../_content/late-part.ts'
import { english } from './english/first.ts'
import { type Catalogue, CatalogueContext } from './texts.ts'

const ENGLISH: Catalogue = {
  texts: english,
  late: latePart(async () => (await import('./english/late.ts')).english),
}

/** Everything in English. */
export function EnglishTexts({ children }: { children: ReactNode }) {
  return <CatalogueContext value={ENGLISH}>{children}</CatalogueContext>
}
