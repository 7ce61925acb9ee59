'use client'

import type { ReactNode } from 'react'
import { german } from './german/late.ts'
import { CatalogueContext, useCatalogue } from './texts.ts'

const LATE = { current: () => german, subscribe: () => () => undefined }

/** Those that else come later, for pages that show them from the beginning. */
export function GermanLateTexts({ children }: { children: ReactNode }) {
  return <CatalogueContext value={{ ...useCatalogue(), late: LATE }}>{children}</CatalogueContext>
}
