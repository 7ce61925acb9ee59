'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { QueryProvider } from '../_client/query-provider.tsx'
import { useLateTexts } from '../_texts/texts.ts'
import type { IconName } from '../_ui/icon.tsx'
import { Icon } from '../_ui/icon.tsx'
import { Logo } from '../_ui/logo.tsx'
import { PageLink } from '../_ui/page-link.tsx'

const SECTIONS: readonly {
  href: string
  label: 'keys' | 'models' | 'presets' | 'appearance' | 'shortcuts' | 'data'
  icon: IconName
}[] = [
  { href: '/settings/keys', label: 'keys', icon: 'key' },
  { href: '/settings/models', label: 'models', icon: 'sliders' },
  { href: '/settings/presets', label: 'presets', icon: 'pencil' },
  { href: '/settings/appearance', label: 'appearance', icon: 'sun' },
  { href: '/settings/shortcuts', label: 'shortcuts', icon: 'keyboard' },
  { href: '/settings/data', label: 'data', icon: 'file' },
]

/** The frame of every page of settings: its sections beside it, or above it where there is no room. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const words = useLateTexts().settings
  const path = usePathname()
  return (
    <QueryProvider>
      <a
        href="#settings"
        className="sr-only z-20 rounded-control border border-line-control bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
      >
        {words.skip}
      </a>
      <div className="flex h-dvh flex-col overflow-y-auto md:flex-row md:overflow-hidden print:block print:h-auto">
        <aside className="shrink-0 border-line border-b bg-surface md:w-69 md:border-e md:border-b-0 print:hidden">
          <div className="hidden min-h-13 items-center px-4 md:flex">
            <PageLink href="/" className="flex items-center gap-2.5 rounded-mark font-semibold font-serif text-h3">
              <Logo />
              Metis
            </PageLink>
          </div>
          <nav aria-label={words.title} className="flex flex-wrap p-2 md:block md:px-3">
            <Entry href="/" label={words.back} icon="chevron-left" />
            <p className="hidden px-3 pt-4 pb-1 font-semibold text-caption text-muted md:block">{words.title}</p>
            {SECTIONS.map((section) => (
              <Entry
                key={section.href}
                href={section.href}
                label={words[section.label]}
                icon={section.icon}
                current={path === section.href}
              />
            ))}
          </nav>
        </aside>
        <main id="settings" tabIndex={-1} className="min-w-0 flex-1 outline-none md:min-h-0 md:overflow-y-auto">
          <div className="mx-auto max-w-5xl px-4 pt-6 pb-16 md:px-8">{children}</div>
        </main>
      </div>
    </QueryProvider>
  )
}

function Entry({ href, label, icon, current }: { href: string; label: string; icon: IconName; current?: boolean }) {
  return (
    <PageLink
      href={href}
      aria-current={current ? 'page' : undefined}
      className="flex min-h-(--row) shrink-0 items-center gap-2.5 rounded-control border border-transparent px-2.5 text-ui md:px-3 hover:bg-hover aria-[current=page]:border-line-strong aria-[current=page]:bg-raised aria-[current=page]:font-semibold pointer-coarse:min-h-11"
    >
      <Icon name={icon} />
      {label}
    </PageLink>
  )
}
