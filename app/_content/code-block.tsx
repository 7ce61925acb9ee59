'use client'

import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTexts } from '../_texts/texts.ts'
import { CopyButton } from '../_ui/copy-button.tsx'
import { CodeHead } from './code-head.tsx'
import { CodePiece } from './code-piece.tsx'
import { useCodeWrap } from './code-wrap.ts'
import { isDiagram, useDrawn } from './diagram/drawn.ts'
import { latePart, useLatePart } from './late-part.ts'
import { FOLDED, hidesOrder, isLong, lineCount } from './long-code.ts'
import { Caret } from './markdown/caret.tsx'
import { codePieces } from './markdown/code-pieces.ts'

/** Longer code stays plain from there on: colours are not worth a page that stutters. */
const COLOURED_PIECES = 8

const DIAGRAM = latePart(async () => (await import('./diagram/diagram.tsx')).Diagram)

export interface CodeBlockProps {
  code: string
  language: string
  /** It is still being written. */
  growing?: boolean
  /** There is more of it than was looked at so far. */
  partial?: boolean
  /** Without the bar that names the language. */
  compact?: boolean
}

export function CodeBlock({ code, language, growing = false, partial = growing, compact = false }: CodeBlockProps) {
  const words = useTexts().content
  const pieces = codePieces(code)
  const isWrapped = useCodeWrap()
  const [isWritten] = useState(growing)
  // Code that somebody saw being written stays open: nothing is taken from under a reader's eyes.
  const [isOpen, setOpen] = useState(growing || compact)
  const lines = growing || compact ? 0 : lineCount(code)
  const isFolded = !isOpen && isLong(lines)
  const isForced = hidesOrder(code)
  const isDrawable = isDiagram(language) && !partial && !compact
  const isDrawn = useDrawn() && isDrawable
  const source = (
    <>
      {isForced && <p className="px-3.5 pt-2 font-sans text-muted text-xs">{words.forced_order}</p>}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        style={isFolded ? FOLDED : undefined}
        className={clsx(
          'overflow-x-auto font-mono text-[0.8125rem] leading-relaxed',
          compact ? 'py-2 ps-3 pe-10 pointer-coarse:min-h-11 pointer-coarse:pe-11' : 'px-3.5 py-3',
          isWrapped && !compact && 'whitespace-pre-wrap wrap-anywhere',
          isFolded && 'folded-code',
          isForced && 'in-order',
        )}
      >
        <code className={clsx((isWritten || pieces.length > 1) && 'in-pieces')}>
          {pieces.map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only ever appended
            <PieceRoom key={index} code={piece}>
              <CodePiece
                code={piece}
                language={index < COLOURED_PIECES ? language : ''}
                growing={partial && index === pieces.length - 1}
              />
              {growing && index === pieces.length - 1 && <Caret />}
            </PieceRoom>
          ))}
        </code>
      </pre>
      {isLong(lines) && (
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={() => setOpen(isFolded)}
          className="needs-script block min-h-(--row) w-full border-line border-t text-center font-sans text-accent text-small hover:bg-hover print:hidden"
        >
          {isFolded ? words.show_all(lines) : words.show_first}
        </button>
      )}
    </>
  )
  return (
    <figure className="relative overflow-clip rounded-xl border border-line bg-code" dir="ltr">
      {compact ? (
        <CopyButton
          text={code}
          label={words.copy}
          className="needs-script absolute end-1 top-1 size-7! pointer-coarse:end-0 pointer-coarse:top-0 pointer-coarse:size-11!"
        />
      ) : (
        <CodeHead code={code} language={language} lines={isLong(lines) ? lines : null} drawable={isDrawable} />
      )}
      {isDrawn ? <Drawn code={code}>{source}</Drawn> : source}
    </figure>
  )
}

/** The room of a piece until it has been laid out: another would move what is below it, in the frame after. */
function PieceRoom({ code, children }: { code: string; children: ReactNode }) {
  const [lines] = useState(() => lineCount(code.endsWith('\n') ? code.slice(0, -1) : code))
  return <span style={{ '--piece-lines': lines } as Record<string, number>}>{children}</span>
}

function Drawn(props: { code: string; children: ReactNode }) {
  const Diagram = useLatePart(DIAGRAM)
  return Diagram ? <Diagram {...props} /> : props.children
}
