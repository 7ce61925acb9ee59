import type { ReactNode } from 'react'

/** One thing that is so: what it is, and how. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-line border-b py-2.5 md:grid-cols-[12rem_1fr]">
      <dt className="font-semibold text-caption text-muted md:text-small">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
