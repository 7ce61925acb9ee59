import type { ReactNode } from 'react'
import { Hand } from '../_content/hand.tsx'
import { readerTexts } from '../_texts/reader-language.ts'
import type { LateTexts } from '../_texts/texts.ts'

type StartStrip = LateTexts['settings']['start_strip']

/** Shows the product by its own parts. Rendered by the server: no script comes with it. */
export async function StartParts() {
  const { texts, late } = await readerTexts()
  const { start, start_strip } = late.settings
  const [strip, ledger, branches] = start
  return (
    <div className="column pt-5 pb-6">
      <div className="grid border-line-strong border-y md:grid-cols-3">
        <Part {...strip} figure={<Strip words={start_strip} tokens={texts.format.count(18_420)} />} />
        <Part {...ledger} figure={<Ledger />} />
        <Part {...branches} figure={<Branches />} />
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
      <h2 className="mb-1 font-semibold">{title}</h2>
      <p className="text-ink-soft text-small leading-normal">{about}</p>
    </section>
  )
}

/** What the next model would get: filled goes whole, hatched in brief, dashed stays behind. */
function Strip({ words: { receives, whole, brief, left }, tokens }: { words: StartStrip; tokens: string }) {
  return (
    <>
      <p className="flex items-center gap-2">
        <Hand provider="next" />
        <span className="min-w-0 flex-1 truncate">{receives}</span>
        <span>{tokens}</span>
      </p>
      <div className="flex h-3.5 gap-0.5 bg-sunken forced-color-adjust-none">
        {PIECES.map(([kind, share]) => (
          <Piece key={share} kind={kind} share={share} />
        ))}
        <span style={{ flex: '22 1 0' }} />
      </div>
      <p className="flex flex-wrap gap-x-4">
        {(
          [
            ['whole', whole],
            ['brief', brief],
            ['left', left],
          ] as const
        ).map(([kind, word]) => (
          <span key={kind} className="inline-flex items-center gap-1.5">
            <span className="inline-flex h-2.25 w-3.5 forced-color-adjust-none">
              <Piece kind={kind} share={1} />
            </span>
            {word}
          </span>
        ))}
      </p>
    </>
  )
}

const HATCHED = 'repeating-linear-gradient(135deg, currentColor 0 2px, transparent 2px 5px)'

const KINDS = {
  instructions: 'bg-line-control',
  whole: 'bg-(--fill)',
  brief: 'border border-current text-(--fill)',
  left: 'border border-line-control border-dashed bg-canvas',
} as const

/** In the order of a conversation, with how much of it each is. */
const PIECES = [
  ['instructions', 6],
  ['whole', 13],
  ['whole', 23],
  ['whole', 9],
  ['brief', 12],
  ['left', 8],
  ['whole', 17],
] as const

function Piece({ kind, share }: { kind: keyof typeof KINDS; share: number }) {
  return (
    <span
      className={`rounded-[1px] ${KINDS[kind]}`}
      style={{ flex: `${share} 1 0`, ...(kind === 'brief' && { backgroundImage: HATCHED }) }}
    />
  )
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

/** A conversation that parts twice; what was gone on with is drawn through. */
function Branches() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 280 72"
      className="w-full max-w-70 overflow-visible rtl:-scale-x-100"
      fill="none"
      stroke="var(--line-control)"
      strokeWidth="1.25"
    >
      <path d="M6 36H96C120 36 116 12 140 12H262M96 36C120 36 116 60 140 60H216" />
      <path d="M140 12C160 12 156 36 176 36H240" strokeDasharray="3 3" />
      <g stroke="var(--canvas)" strokeWidth="3">
        <circle cx="8" cy="36" r="6" fill="var(--ink)" />
        <g data-hand="first" fill="var(--hand)">
          <circle cx="64" cy="36" r="6.5" />
          <circle cx="176" cy="60" r="6.5" />
          <circle cx="218" cy="60" r="6.5" />
        </g>
        <path data-hand="next" d="M204 6h12v12h-12zM256 6h12v12h-12z" fill="var(--hand)" />
        <path data-hand="third" d="m240 28 7 12h-14z" fill="var(--hand)" />
      </g>
    </svg>
  )
}
