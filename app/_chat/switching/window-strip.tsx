import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import type { SwitchPreview } from './preview.ts'
import { piecesOf, sumsOf, type Tone } from './strip-pieces.ts'

const HATCHED = 'repeating-linear-gradient(135deg, currentColor 0 2px, transparent 2px 5px)'

/** As everywhere: filled goes whole, hatched in another form; what does not fit is hatched in the colour of a refusal. */
const TONES: Readonly<Record<Tone, { className: string; isHatched: boolean }>> = {
  instructions: { className: 'bg-muted', isHatched: false },
  whole: { className: 'bg-(--fill)', isHatched: false },
  changed: { className: 'text-(--fill) border border-current', isHatched: true },
  over: { className: 'text-danger border border-current', isHatched: true },
}

/** What a model would read with the next question, as far as its window holds it. */
export function WindowStrip({ preview }: { preview: SwitchPreview }) {
  const { format } = useTexts()
  const words = useLateTexts().switching
  const { parts, fits, max_context_tokens: window, estimated_input_tokens: tokens } = preview
  const pieces = piecesOf(parts, window, fits)
  if (pieces.length === 0) return null
  const ends = fits ? null : Math.min(1, window / tokens)
  return (
    <figure aria-label={`${words.window}: ${words.window_used(tokens, window)}`} className="space-y-2">
      <div aria-hidden="true" className="relative forced-color-adjust-none">
        <div className="flex h-6 gap-0.5">
          {pieces.map(({ tone, tokens }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
            <Swatch key={index} tone={tone} grow={tokens} />
          ))}
        </div>
        {ends !== null && (
          <div className="relative h-6 text-caption">
            <span className="absolute top-0 h-5 border-ink border-s" style={{ insetInlineStart: `${ends * 100}%` }} />
            <span
              className="absolute top-1 whitespace-nowrap"
              style={
                ends > 0.5 ? { insetInlineEnd: `${(1 - ends) * 100 + 1}%` } : { insetInlineStart: `${ends * 100 + 1}%` }
              }
            >
              {words.window_ends(window)}
            </span>
          </div>
        )}
      </div>
      <figcaption>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-caption text-muted">
          {sumsOf(pieces).map(({ tone, tokens }) => (
            <li key={tone} className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className="inline-flex h-2.25 w-3.5 forced-color-adjust-none">
                <Swatch tone={tone} grow={1} />
              </span>
              <span>
                {words.tones[tone]} <span className="tabular-nums">{format.count(tokens)}</span>
              </span>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}

function Swatch({ tone, grow }: { tone: Tone; grow: number }) {
  const { className, isHatched } = TONES[tone]
  return (
    <span
      className={`block min-w-0.75 rounded-[1px] ${className}`}
      style={{ flex: `${grow} 1 0`, ...(isHatched && { backgroundImage: HATCHED }) }}
    />
  )
}
