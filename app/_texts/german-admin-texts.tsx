'use client'

import type { ReactNode } from 'react'
import { AdminTextsContext } from './admin-texts.ts'
import { german } from './german/admin.ts'

export function GermanAdminTexts({ children }: { children: ReactNode }) {
  return <AdminTextsContext value={german}>{children}</AdminTextsContext>
}
