'use client'

import { useState } from 'react'
import { errorWords } from '../../_client/error-words.ts'
import { ApiError } from '../../_client/use-api.ts'
import { type ImportedPrices, importPrices } from '../../_client/use-prices.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { dayHere } from './local-time.ts'

/** As the server has it: what is larger is refused before it is sent. */
const FILE_LIMIT = 16_000_000

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  tab: 'text/tab-separated-values',
  txt: 'text/tab-separated-values',
}

export type Importing =
  | { step: 'idle' }
  | { step: 'reading'; name: string }
  | { step: 'refused'; words: string }
  | { step: 'read'; name: string; found: ImportedPrices }

/** Has the server read a file of prices; nothing is published, and nothing is in the draft yet. */
export function useImport() {
  const texts = useTexts()
  const words = useAdminTexts().prices
  const [importing, setImporting] = useState<Importing>({ step: 'idle' })

  async function read(file: File) {
    const { name, size } = file
    const type = TYPES[name.split('.').at(-1)?.toLowerCase() ?? '']
    const { format } = texts
    if (type === undefined) return setImporting({ step: 'refused', words: words.file_kind(name) })
    if (size > FILE_LIMIT) {
      const [said, limit] = [size, FILE_LIMIT].map(format.size) as [string, string]
      return setImporting({ step: 'refused', words: words.file_too_large(name, said, limit) })
    }
    setImporting({ step: 'reading', name })
    try {
      // What is in it was there on that day at the latest.
      const day = dayHere(new Date(Math.min(file.lastModified, Date.now())))
      setImporting({ step: 'read', name, found: await importPrices(file, type, day) })
    } catch (error) {
      const isUnreadable = error instanceof ApiError && error.code === 'invalid_prices'
      const reason = isUnreadable ? error.message : errorWords(texts, error)
      setImporting({ step: 'refused', words: words.file_refused(name, reason) })
    }
  }

  return { importing, read, forget: () => setImporting({ step: 'idle' }) }
}
