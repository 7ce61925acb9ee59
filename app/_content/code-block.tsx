'use client'

import { clsx } from 'clsx'
import { CopyButton } from '../_ui/copy-button.tsx'
import { CodePiece } from './code-piece.tsx'
import { Caret } from './markdown/caret.tsx'
import { codePieces } from './markdown/code-pieces.ts'

/** Longer code stays plain from there on: colours are not worth a page that stutters. */
const COLOURED_PIECES = 8

export interface CodeBlockProps {
  code: string
  language: string
  /** It is still being written. */
  growing?: boolean
  /** Without the bar that names the language. */
  compact?: boolean
}

export function CodeBlock({ code, language, growing = false, compact = false }: CodeBlockProps) {
  const pieces = codePieces(code)
  return (
    <figure className="relative overflow-hidden rounded-xl border border-line bg-code" dir="ltr">
      {compact ? (
        <CopyButton text={code} label="Copy" className="absolute end-1 top-1 size-7!" />
      ) : (
        <figcaption className="flex items-center justify-between border-line border-b ps-3.5 pe-1 text-muted text-xs">
          <span className="font-mono">{language || 'text'}</span>
          <CopyButton text={code} label="Copy code" className="size-8!" />
        </figcaption>
      )}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className={clsx(
          'overflow-x-auto font-mono text-[0.8125rem] leading-relaxed',
          compact ? 'py-2 ps-3 pe-10' : 'px-3.5 py-3',
        )}
      >
        <code className={clsx(pieces.length > 1 && 'in-pieces')}>
          {pieces.map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only ever appended
            <span key={index}>
              <CodePiece
                code={piece}
                language={index < COLOURED_PIECES ? language : ''}
                growing={growing && index === pieces.length - 1}
              />
              {growing && index === pieces.length - 1 && <Caret />}
            </span>
          ))}
        </code>
      </pre>
    </figure>
  )
}
