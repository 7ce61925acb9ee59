'use client'

import { useTexts } from '../_texts/texts.ts'

/** A sentence of the server's, in the reader's language where that has it; else it is said to be English. */
export function Said({ sentence }: { sentence: string }) {
  const shown = useTexts().failures.said(sentence)
  return <span lang={shown === sentence ? 'en' : undefined}>{shown}</span>
}
