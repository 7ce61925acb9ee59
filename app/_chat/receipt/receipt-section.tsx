import { type ReactNode, useId } from 'react'

/** A part of a receipt, with what it comes to at its end. */
export function ReceiptSection({
  title,
  figure,
  children,
}: {
  title: string
  figure?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="space-y-2.5 border-line border-t px-6 py-5 text-small max-md:px-4">
      <div className="flex items-baseline justify-between gap-3">
        <h3 id={id} className="font-semibold font-serif text-h3">
          {title}
        </h3>
        {figure && <span className="font-semibold tabular-nums">{figure}</span>}
      </div>
      {children}
    </section>
  )
}

/** What was given, by name. What is another in the receipt beside it is marked. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-4 gap-y-1.5">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export interface Fact {
  name: string
  value: ReactNode
}
