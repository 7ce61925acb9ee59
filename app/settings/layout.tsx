import type { ReactNode } from 'react'
import { viewer } from '../_frame/read-viewer.ts'
import { SettingsFrame } from '../_settings/settings-frame.tsx'
import { readerLanguage } from '../_texts/reader-language.ts'
import { LateTextsIn } from '../_texts/texts-in.tsx'

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <LateTextsIn language={await readerLanguage()}>
      <SettingsFrame viewer={await viewer()}>{children}</SettingsFrame>
    </LateTextsIn>
  )
}
