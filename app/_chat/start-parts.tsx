import type { ReactNode } from 'react'
import { Hand } from '../_content/hand.tsx'
import { readerTexts } from '../_texts/reader-language.ts'

/** Shows the product by its own parts, below the first question. Rendered by the server: no script comes with it. */
export async function StartParts() {
  const words = (await readerTexts()).late.settings
  const [change, ledger, lines] = words.start
  return (
    <div className="column pb-10">
      <div className="grid border-line-strong border-y md:grid-cols-3">
        <Part {...change} figure={<Change />} />
        <Part {...ledger} figure={<Ledger />} />
        <Part {...lines} figure={<Lines line={words.start_line} />} />
      </div>
    </div>
  )
}

function Part({ title, about, figure }: { title: string; about: string; figure: ReactNode }) {
  return (
    <section className="border-line py-5 not-first:border-t md:px-6 md:first:ps-0 md:last:pe-0 md:not-first:border-s md:not-first:border-t-0">
      <div aria-hidden="true" className="mb-3 flex flex-col justify-center gap-2 text-caption text-muted md:h-22">
        {figure}
      </div>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <p className="text-ink-soft text-small leading-normal">{about}</p>
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

async function Ledger() {
  const { texts, late } = await readerTexts()
  const { format, transcript } = texts
  return (
    <>
      <p className="flex justify-between">
        <span>{transcript.read(9_250)}</span>
        <span>{format.exact('0.012648')}</span>
      </p>
      <p className="flex justify-between">
        <span>{transcript.wrote(938)}</span>
        <span>{format.exact('0.009380')}</span>
      </p>
      <p className="flex items-baseline justify-between text-ink">
        <span className="font-semibold">{late.settings.start_answer}</span>
        <span className="border-ink border-t border-b-3 border-b-double ps-6 pt-0.5 font-semibold">
          {format.dollars('0.022028')}
        </span>
      </p>
    </>
  )
}

function Lines({ line }: { line: string }) {
  return (
    <div className="flex flex-col gap-2.5 font-serif text-ink text-ui">
      <span className="h-px w-full bg-line-strong" />
      <span className="h-px w-full bg-line-strong" />
      <span className="flex items-center">
        {line}
        <span className="caret" />
      </span>
    </div>
  )
}
