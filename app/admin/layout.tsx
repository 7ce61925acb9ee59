import type { ReactNode } from 'react'
import { AdminFrame } from '../_admin/admin-frame.tsx'
import { viewer } from '../_frame/read-viewer.ts'
import { AdminTextsIn } from '../_texts/admin-texts-in.tsx'
import { readerLanguage } from '../_texts/reader-language.ts'

export default async function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <AdminTextsIn language={await readerLanguage()}>
      <AdminFrame viewer={await viewer()}>{children}</AdminFrame>
    </AdminTextsIn>
  )
}
