'use client'

import type { ReactNode } from 'react'
import { Fragment, memo, useEffect, useState } from 'react'
import { highlightNodes } from './highlight-nodes.tsx'
import { latePart, useLatePart } from './late-part.ts'
import { colouredWhileGrowing } from './markdown/code-pieces.ts'
import { askForTurn, takeInRender } from './markdown/turns.ts'
import { masked } from './masked.tsx'
import { useSurrounding } from './surrounding.ts'

/** Without its colours the code is still the code. */
export const HIGHLIGHTER = latePart(async () => (await import('./highlighter.ts')).highlight)

/** In characters. More would make a long task of the pass that shows it. */
const COLOURED_AT_ONCE = 2_048

interface CodePieceProps {
  code: string
  language: string
  growing: boolean
}

/**
 * A part of a code block. Its colours come when the page has a moment for them; while it is written, with its words: another
 * pass costs the page more than to colour them.
 */
export const CodePiece = memo(function CodePiece({ code, language, growing }: CodePieceProps) {
  const highlight = useLatePart(HIGHLIGHTER)
  const { isWhole } = useSurrounding()
  const [colours, setColours] = useState(() => (isWhole && highlight ? coloured(code, language, highlight) : null))
  const wanted = growing ? code.slice(0, colouredWhileGrowing(code.length)) : code
  const [isWritten] = useState(growing)
  const isDue = highlight !== undefined && wanted !== '' && colours?.of !== wanted
  if (isDue && isWritten && wanted.length <= COLOURED_AT_ONCE) takeInRender(colour)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it colours what these are
  useEffect(() => (isDue ? askForTurn(colour) : undefined), [highlight, wanted, language, isDue])

  function colour(): number {
    if (highlight) setColours(coloured(wanted, language, highlight))
    return wanted.length
  }

  // What was coloured before stands until there is more.
  if (!colours || !code.startsWith(colours.of)) return masked(code)
  return (
    <>
      {colours.nodes}
      {/* Not the text that was there, which began elsewhere: the browser would take it to have moved. */}
      <Fragment key={colours.of.length}>{masked(code.slice(colours.of.length))}</Fragment>
    </>
  )
})

interface Colours {
  of: string
  nodes: ReactNode
}

function coloured(code: string, language: string, highlight: typeof import('./highlighter.ts').highlight): Colours {
  const markup = highlight(code, language)
  return { of: code, nodes: markup ? highlightNodes(markup) : masked(code) }
}
