import type { ReactNode } from 'react'

/** What is to be said of a figure, a line each. */
export function Notes({ children }: { children: ReactNode }) {
  return <ul className="space-y-1 text-caption text-muted">{children}</ul>
}

/** Nothing where there is nothing to be said. */
export function Note({ children }: { children: string | false | null | undefined }) {
  return children ? <li>{children}</li> : null
}
