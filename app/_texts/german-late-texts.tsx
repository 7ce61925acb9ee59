'use client'

import type { ReactNode } from 'react'
import { partAtHand } from '../_content/late-part.ts'
import { german } from './german/late.ts'
import { CatalogueContext, useCatalogue } from './texts.ts'

const LATE = partAtHand(german)

/** Those that else come later, for pages that show them from the beginning. */
export function GermanLateTexts({ children }: { children: ReactNode }) {
  return <CatalogueContext value={{ ...useCatalogue(), late: LATE }}>{children}</CatalogueContext>
}
