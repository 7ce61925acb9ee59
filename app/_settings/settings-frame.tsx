'use client'

import type { ReactNode } from 'react'
import { type FrameSection, PageFrame } from '../_frame/page-frame.tsx'
import type { Viewer } from '../_frame/viewer.ts'
import { useLateTexts } from '../_texts/texts.ts'
import { LATE_ICONS } from '../_ui/late-icons.ts'

/** The frame of every page of settings, with what its reader may open. */
export function SettingsFrame({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  const { settings: words, shares } = useLateTexts()
  const isAdmin = viewer.role !== 'member'
  const ofAdmins = (section: FrameSection) => (isAdmin ? [section] : [])
  return (
    <PageFrame
      title={words.title}
      words={words}
      isAdmin={isAdmin}
      sections={[
        ...(viewer.signsIn ? [{ href: '/settings/account', label: words.account, icon: 'person' } as const] : []),
        ...ofAdmins({ href: '/settings/keys', label: words.keys, icon: 'key' }),
        { href: '/settings/models', label: words.models, icon: 'sliders' },
        { href: '/settings/presets', label: words.presets, icon: 'pencil' },
        { href: '/settings/appearance', label: words.appearance, icon: 'sun' },
        { href: '/settings/shortcuts', label: words.shortcuts, icon: LATE_ICONS.keyboard },
        { href: '/settings/data', label: words.data, icon: 'file' },
        { href: '/shares', label: shares.list, icon: 'link' },
      ]}
      {...(isAdmin && { beside: { href: '/admin/usage', label: words.administration, icon: 'chart' } })}
    >
      {children}
    </PageFrame>
  )
}
