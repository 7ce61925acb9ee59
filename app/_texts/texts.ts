'use client'

import { createContext, useContext } from 'react'
import type { english } from './english/first.ts'
import type { english as lateEnglish } from './english/late.ts'

/** All that the first screens of the chat say. */
export type Texts = typeof english

/** All that what comes later says: lists, panels, cards, and the settings. */
export type LateTexts = typeof lateEnglish

export interface Catalogue {
  texts: Texts
  /** In the chat it is loaded after the page; in the settings it is there with it. */
  late: {
    current: () => LateTexts | undefined
    subscribe: (onChange: () => void) => () => void
    first?: () => LateTexts
  }
}

export const CatalogueContext = createContext<Catalogue | null>(null)

/** In the language of the reader. It has no default: that would bring its catalogue to readers of every other language. */
export function useCatalogue(): Catalogue {
  const catalogue = useContext(CatalogueContext)
  if (!catalogue) throw new Error('texts are for what stands within EnglishTexts or GermanTexts')
  return catalogue
}

export function useTexts(): Texts {
  return useCatalogue().texts
}

/** For parts that come late, which come with their texts (`_content/late-part.ts`), and for the settings. */
export function useLateTexts(): LateTexts {
  const texts = useCatalogue().late.current()
  if (!texts) throw new Error('late texts are for late parts and for the settings')
  return texts
}
