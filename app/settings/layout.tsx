import type { ReactNode } from 'react'
import { SettingsFrame } from '../_settings/settings-frame.tsx'
import { readerLanguage } from '../_texts/reader-language.ts'
import { LateTextsIn } from '../_texts/texts-in.tsx'

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <LateTextsIn language={await readerLanguage()}>
      <SettingsFrame>{children}</SettingsFrame>
    </LateTextsIn>
  )
}
