'use client'

import { createContext, useContext } from 'react'
import type { english } from './english/admin.ts'

/** All that the pages of the administration say. Apart from the others: no reader of a chat needs them. */
export type AdminTexts = typeof english

export const AdminTextsContext = createContext<AdminTexts | null>(null)

export function useAdminTexts(): AdminTexts {
  const texts = useContext(AdminTextsContext)
  if (!texts) throw new Error('texts of the administration are for what stands within AdminTextsIn')
  return texts
}
