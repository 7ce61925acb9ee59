'use client'

import type { ReactNode } from 'react'
import { PageFrame } from '../_frame/page-frame.tsx'
import type { Viewer } from '../_frame/viewer.ts'
import { useAdminTexts } from '../_texts/admin-texts.ts'
import { LATE_ICONS } from '../_ui/late-icons.ts'
import { UnpricedTag } from './unpriced-tag.tsx'

/** The frame of every page for whoever pays. */
export function AdminFrame({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  const words = useAdminTexts().administration
  return (
    <PageFrame
      wide
      isAdmin
      title={words.title}
      words={words}
      sections={[
        { href: '/admin/usage', label: words.usage, icon: 'chart' },
        { href: '/admin/prices', label: words.prices, icon: LATE_ICONS.coin, tag: <UnpricedTag /> },
        { href: '/admin/budgets', label: words.budgets, icon: 'sliders' },
        { href: '/admin/models', label: words.models, icon: 'screen' },
        { href: '/admin/routing', label: words.routing, icon: LATE_ICONS.branch },
        ...(viewer.signsIn ? [{ href: '/admin/people', label: words.people, icon: LATE_ICONS.people } as const] : []),
      ]}
      beside={{ href: '/settings/keys', label: words.settings, icon: 'gear' }}
    >
      {children}
    </PageFrame>
  )
}
