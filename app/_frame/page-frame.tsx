'use client'

import { clsx } from 'clsx'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { CommandLayer } from '../_chat/commands/command-layer.tsx'
import { QueryProvider } from '../_client/query-provider.tsx'
import type { IconName } from '../_ui/icon.tsx'
import { Icon } from '../_ui/icon.tsx'
import { Logo } from '../_ui/logo.tsx'
import { PageLink } from '../_ui/page-link.tsx'

export interface FrameSection {
  href: string
  label: string
  icon: IconName
  /** A short word on what waits there. It may ask the server. */
  tag?: ReactNode
}

/** The frame of pages that are no chat: their sections beside them, or above them where there is no room. */
export function PageFrame({
  title,
  words,
  sections,
  beside,
  isAdmin,
  wide,
  children,
}: {
  title: string
  words: { skip: string; back: string }
  sections: readonly FrameSection[]
  /** Another frame that people may be looking for in this one. */
  beside?: FrameSection
  /** Whether the reader may open the pages of admins. */
  isAdmin: boolean
  /** For pages that are mostly a table. */
  wide?: boolean
  children: ReactNode
}) {
  return (
    <QueryProvider>
      <a
        href="#page"
        className="sr-only z-20 rounded-control border border-line-control bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
      >
        {words.skip}
      </a>
      <CommandLayer isAdmin={isAdmin} inChat={false} />
      <div className="flex h-dvh flex-col overflow-y-auto md:flex-row md:overflow-hidden print:block print:h-auto">
        <aside className="shrink-0 border-line border-b bg-surface md:w-69 md:overflow-y-auto md:border-e md:border-b-0 print:hidden">
          <div className="hidden min-h-13 items-center px-4 md:flex">
            <PageLink href="/" className="flex items-center gap-2.5 rounded-mark font-semibold font-serif text-h3">
              <Logo />
              Metis
            </PageLink>
          </div>
          <nav aria-label={title} className="flex flex-wrap p-2 md:block md:px-3">
            <Entry href="/" label={words.back} icon="chevron-left" />
            <p className="hidden px-3 pt-4 pb-1 font-semibold text-caption text-muted md:block">{title}</p>
            {sections.map((section) => (
              <Entry key={section.href} {...section} />
            ))}
            {beside && (
              <div className="md:mt-4 md:border-line md:border-t md:pt-4">
                <Entry {...beside} />
              </div>
            )}
          </nav>
        </aside>
        <main id="page" tabIndex={-1} className="relative min-w-0 flex-1 outline-none md:min-h-0 md:overflow-y-auto">
          <div className={clsx('mx-auto px-4 pt-6 pb-16 md:px-8', wide ? 'max-w-7xl' : 'max-w-5xl')}>{children}</div>
        </main>
      </div>
    </QueryProvider>
  )
}

function Entry({ href, label, icon, tag }: FrameSection) {
  return (
    <PageLink
      href={href}
      aria-current={usePathname() === href ? 'page' : undefined}
      className="flex min-h-(--row) shrink-0 items-center gap-2.5 rounded-control border border-transparent px-2.5 text-ui md:px-3 hover:bg-hover aria-[current=page]:border-line-strong aria-[current=page]:bg-raised aria-[current=page]:font-semibold pointer-coarse:min-h-11"
    >
      <Icon name={icon} />
      <span className="md:flex-1">{label}</span>
      {tag}
    </PageLink>
  )
}
