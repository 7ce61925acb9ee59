'use client'

import type { ReactNode } from 'react'
import { latePart } from '../_content/late-part.ts'
import { german } from './german/first.ts'
import { type Catalogue, CatalogueContext } from './texts.ts'

const GERMAN: Catalogue = {
  texts: german,
  late: latePart(async () => (await import('./german/late.ts')).german),
}

/** Everything in German. */
export function GermanTexts({ children }: { children: ReactNode }) {
  return <CatalogueContext value={GERMAN}>{children}</CatalogueContext>
}
