import type { ReactNode } from 'react'
import { Logo } from '../_ui/logo.tsx'

/** A page for somebody who is not in yet. */
export function Entrance({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <title>{`${title} · Metis`}</title>
      <div className="w-full max-w-sm">
        <p className="mb-8 flex items-center gap-2.5 font-semibold font-serif text-h3">
          <Logo />
          Metis
        </p>
        <h1 className="font-semibold font-serif text-h1">{title}</h1>
        <p className="mt-1 mb-6 text-ink-soft">{about}</p>
        {children}
      </div>
    </main>
  )
}
