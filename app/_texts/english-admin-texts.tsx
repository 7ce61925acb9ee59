'use client'

import type { ReactNode } from 'react'
import { AdminTextsContext } from './admin-texts.ts'
import { english } from './english/admin.ts'

export function EnglishAdminTexts({ children }: { children: ReactNode }) {
  return <AdminTextsContext value={english}>{children}</AdminTextsContext>
}
