'use client'

import { clsx } from 'clsx'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { CommandLayer } from '../_chat/commands/command-layer.tsx'
import { QueryProvider } from '../_client/query-provider.tsx'
import type { IconName } from '../_ui/icon.tsx'
import { Icon } from '../_ui/icon.tsx'
import { LATE_ICONS } from '../_ui/late-icons.ts'
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
          <nav aria-label={title} className="flex md:block md:px-3 md:py-2">
            <div className="shrink-0 border-line border-e p-1 md:border-e-0 md:p-0">
              <Entry href="/" label={words.back} icon={LATE_ICONS['chevron-left']} isNarrow />
            </div>
            <p className="hidden px-3 pt-4 pb-1 font-semibold text-caption text-muted md:block">{title}</p>
            <SectionRow>
              {sections.map((section) => (
                <Entry key={section.href} {...section} />
              ))}
              {beside && (
                <div className="shrink-0 md:mt-4 md:border-line md:border-t md:pt-4">
                  <Entry {...beside} />
                </div>
              )}
            </SectionRow>
          </nav>
        </aside>
        <main id="page" tabIndex={-1} className="relative min-w-0 flex-1 outline-none md:min-h-0 md:overflow-y-auto">
          <div className={clsx('mx-auto px-4 pt-6 pb-16 md:px-8', wide ? 'max-w-7xl' : 'max-w-5xl')}>{children}</div>
        </main>
      </div>
    </QueryProvider>
  )
}

/** Where there is no room beside the page, one row that scrolls sideways, with the entry of the page in view. */
function SectionRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  const path = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry is that of the page then
  useEffect(() => {
    const [box, entry] = [row.current, row.current?.querySelector<HTMLElement>('[aria-current=page]')]
    if (box && entry) box.scrollLeft = entry.offsetLeft - (box.clientWidth - entry.offsetWidth) / 2
  }, [path])
  return (
    <div
      ref={row}
      className="relative flex min-w-0 flex-1 overflow-x-auto overscroll-x-contain p-1 [scrollbar-width:thin] md:block md:overflow-visible md:p-0"
    >
      {children}
    </div>
  )
}

/** `isNarrow`: its icon stands for it where there is no room. */
function Entry({ href, label, icon, tag, isNarrow = false }: FrameSection & { isNarrow?: boolean }) {
  return (
    <PageLink
      href={href}
      title={isNarrow ? label : undefined}
      aria-current={usePathname() === href ? 'page' : undefined}
      className={clsx(
        'flex min-h-(--row) shrink-0 items-center gap-2.5 whitespace-nowrap rounded-control border border-transparent px-2.5 text-ui max-md:min-h-11 md:px-3 hover:bg-hover aria-[current=page]:border-line-strong aria-[current=page]:bg-raised aria-[current=page]:font-semibold pointer-coarse:min-h-11',
        isNarrow && 'max-md:min-w-11 max-md:justify-center',
      )}
    >
      <Icon name={icon} />
      <span className={clsx('md:flex-1', isNarrow && 'max-md:sr-only')}>{label}</span>
      {tag}
    </PageLink>
  )
}
