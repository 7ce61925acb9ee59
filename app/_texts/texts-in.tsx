'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import type { Language } from './language.ts'

// The bundler puts all that a layout of the server may render into one file: this way a page loads one catalogue.
const TEXTS = {
  en: dynamic(async () => (await import('./english-texts.tsx')).EnglishTexts),
  de: dynamic(async () => (await import('./german-texts.tsx')).GermanTexts),
}
const LATE_TEXTS = {
  en: dynamic(async () => (await import('./english-late-texts.tsx')).EnglishLateTexts),
  de: dynamic(async () => (await import('./german-late-texts.tsx')).GermanLateTexts),
}

/** What is within it speaks a language. */
export function TextsIn({ language, children }: { language: Language; children: ReactNode }) {
  const Texts = TEXTS[language]
  return <Texts>{children}</Texts>
}

/** The same for pages that show late texts from the beginning; stands within the other. */
export function LateTextsIn({ language, children }: { language: Language; children: ReactNode }) {
  const Texts = LATE_TEXTS[language]
  return <Texts>{children}</Texts>
}
