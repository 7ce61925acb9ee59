'use client'

import { lazy, type ReactNode } from 'react'
import { type Language, parseLanguage } from './language.ts'

// Not what the framework has for this: on some pages that names files to be loaded ahead which the bundler never wrote. And
// all that a layout of the server may render comes in one file: this way a page loads one catalogue.
const LOADS = {
  en: async () => ({ default: (await import('./english-texts.tsx')).EnglishTexts }),
  de: async () => ({ default: (await import('./german-texts.tsx')).GermanTexts }),
}
const TEXTS = { en: lazy(LOADS.en), de: lazy(LOADS.de) }
const LATE_TEXTS = {
  en: lazy(async () => ({ default: (await import('./english-late-texts.tsx')).EnglishLateTexts })),
  de: lazy(async () => ({ default: (await import('./german-late-texts.tsx')).GermanLateTexts })),
}

// On its way before anything is rendered. Where it does not come, rendering asks again.
if (typeof document !== 'undefined') {
  LOADS[parseLanguage(document.documentElement.lang) ?? 'en']().catch(() => undefined)
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
