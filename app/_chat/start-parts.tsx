import type { ReactNode } from 'react'
import { Hand } from '../_content/hand.tsx'

/** Shows the product by its own parts, below the first question. Rendered by the server: no script comes with it. */
export function StartParts() {
  return (
    <div className="column pb-10">
      <div className="grid border-line-strong border-y md:grid-cols-3">
        <Part title="You change the model" figure={<Change />}>
          At any point, in the picker or for one message with @. The next model reads what was said before; the margin
          says whose hand wrote what.
        </Part>
        <Part title="Every answer says what it took" figure={<Ledger />}>
          Tokens read, from the cache and written, the time, and the price of that day to the last digit. What has no
          price is never called free.
        </Part>
        <Part title="Nothing is lost" figure={<Lines />}>
          Close the tab in the middle of an answer, and it goes on being written. What you were typing is there when you
          come back.
        </Part>
      </div>
    </div>
  )
}

function Part({ title, figure, children }: { title: string; figure: ReactNode; children: ReactNode }) {
  return (
    <section className="border-line py-5 not-first:border-t md:px-6 md:first:ps-0 md:last:pe-0 md:not-first:border-s md:not-first:border-t-0">
      <div aria-hidden="true" className="mb-3 flex flex-col justify-center gap-2 text-caption text-muted md:h-22">
        {figure}
      </div>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <p className="text-ink-soft text-small leading-normal">{children}</p>
    </section>
  )
}

function Change() {
  return (
    <div className="flex items-center gap-2">
      <Hand provider="first" />
      <Line />
      <Hand provider="first" />
      <span className="h-1 flex-1 border-line-strong border-y" />
      <span className="text-ink">→</span>
      <span className="h-1 flex-1 border-line-strong border-y" />
      <Hand provider="next" />
      <Line />
      <Hand provider="next" />
    </div>
  )
}

function Line() {
  return <span className="h-px w-8 bg-line-control" />
}

function Ledger() {
  return (
    <>
      <p className="flex justify-between">
        <span>read 9,250</span>
        <span>0.012648</span>
      </p>
      <p className="flex justify-between">
        <span>wrote 938</span>
        <span>0.009380</span>
      </p>
      <p className="flex items-baseline justify-between text-ink">
        <span className="font-semibold">An answer</span>
        <span className="border-ink border-t border-b-3 border-b-double ps-6 pt-0.5 font-semibold">$0.022028</span>
      </p>
    </>
  )
}

function Lines() {
  return (
    <div className="flex flex-col gap-2.5 font-serif text-ink text-ui">
      <span className="h-px w-full bg-line-strong" />
      <span className="h-px w-full bg-line-strong" />
      <span className="flex items-center">
        and the one night with water is
        <span className="caret" />
      </span>
    </div>
  )
}
