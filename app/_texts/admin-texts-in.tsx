'use client'

import { lazy, type ReactNode } from 'react'
import type { Language } from './language.ts'

const TEXTS = {
  en: lazy(async () => ({ default: (await import('./english-admin-texts.tsx')).EnglishAdminTexts })),
  de: lazy(async () => ({ default: (await import('./german-admin-texts.tsx')).GermanAdminTexts })),
}

/** What is within it, and within `TextsIn`, has the texts of the administration. */
export function AdminTextsIn({ language, children }: { language: Language; children: ReactNode }) {
  const Texts = TEXTS[language]
  return <Texts>{children}</Texts>
}
