import type { ReactNode } from 'react'

/** The title of a page, with what is to be known before anything is changed, and what can be done with all of it. */
export function PageTitle({ title, about, children }: { title: string; about: string; children?: ReactNode }) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <h1 className="font-semibold font-serif text-h1">{title}</h1>
        <p className="mt-1 max-w-[42em] text-ink-soft">{about}</p>
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </header>
  )
}
