'use client'

import type { ReactNode } from 'react'
import { PageFrame } from '../_frame/page-frame.tsx'
import { useLateTexts } from '../_texts/texts.ts'

/** The frame of every page of settings. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const words = useLateTexts().settings
  return (
    <PageFrame
      title={words.title}
      words={words}
      sections={[
        { href: '/settings/keys', label: words.keys, icon: 'key' },
        { href: '/settings/models', label: words.models, icon: 'sliders' },
        { href: '/settings/presets', label: words.presets, icon: 'pencil' },
        { href: '/settings/appearance', label: words.appearance, icon: 'sun' },
        { href: '/settings/shortcuts', label: words.shortcuts, icon: 'keyboard' },
        { href: '/settings/data', label: words.data, icon: 'file' },
      ]}
      beside={{ href: '/admin/usage', label: words.administration, icon: 'chart' }}
    >
      {children}
    </PageFrame>
  )
}
