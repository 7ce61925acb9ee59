'use client'

import { clsx } from 'clsx'
import type { FormulaNode } from 'mdast'
import { createContext, memo, useContext, useLayoutEffect, useRef, useState } from 'react'
import { useLateTexts } from '../../_texts/texts.ts'
import { atMost } from '../../_ui/at-most.ts'
import { useIsFramed } from '../block-frame.tsx'
import { latePart, useLatePart, usePartAtHand } from '../late-part.ts'
import type { FormulaProblem } from './formula-bounds.ts'
import { askForTurn, takeInRender } from './turns.ts'

/** Without it, a formula is what was written. */
export const FORMULA_RENDERER = latePart(async () => {
  const [{ renderFormula }] = await Promise.all([import('./formula-renderer.ts'), import('katex/dist/katex.min.css')])
  await atMost(LONGEST_WAIT_MS, facesOfMostLetters())
  return renderFormula
})

const LONGEST_WAIT_MS = 1_000

/** A formula that is drawn before they come takes other room than with them. */
function facesOfMostLetters(): Promise<unknown> {
  const faces = ['1em KaTeX_Main', 'italic 1em KaTeX_Math']
  return Promise.allSettled(faces.map((face) => document.fonts?.load(face)))
}

/** For pages that are read without script: the browser's own formulas, which need no typeface and no drawing. */
export const MATH_ML = latePart(async () => (await import('./math-ml.tsx')).MathMl)

/** As many of one answer are drawn: each is some fifty elements. */
const MOST = 1_000
/** In characters of text: what it costs to draw one, whatever stands in it, and each of its letters. */
const [PRICE, LETTER_PRICE] = [500, 20]

/** How many formulas of an answer have been shown. */
export const FormulaCount = createContext({ shown: Number.NEGATIVE_INFINITY })

type FormulaProps = Pick<FormulaNode, 'value' | 'display' | 'source'>

export const Formula = memo(function Formula({ value, display, source }: FormulaProps) {
  const count = useContext(FormulaCount)
  const [place] = useState(() => nextPlace(count))
  const MathMl = usePartAtHand(MATH_ML)
  if (place > MOST) return <UndrawnFormula source={source} first={place === MOST + 1} />
  return MathMl ? (
    <MathMl value={value} display={display} source={source} />
  ) : (
    <DrawnFormula value={value} display={display} source={source} />
  )
})

function nextPlace(count: { shown: number }): number {
  count.shown += 1
  return count.shown
}

function UndrawnFormula({ source, first }: { source: string; first: boolean }) {
  const words = useLateTexts().reading
  return (
    <>
      {first && <span className="plain-note">{words.formulas_as_written}</span>}
      <span className="formula-source">{source}</span>
    </>
  )
}

/**
 * Drawn into an element that nothing else writes to: in the pass that shows it, so that the words behind it never stand where
 * its source would have put them, or, where that has drawn enough, in a turn of its own.
 */
function DrawnFormula({ value, display, source }: FormulaProps) {
  const words = useLateTexts().reading.formula
  const render = useLatePart(FORMULA_RENDERER)
  const isFramed = useIsFramed()
  const picture = useRef<HTMLSpanElement>(null)
  const [drawn, setDrawn] = useState<{ value: string; problem: FormulaProblem | null } | null>(null)
  const isLookedAt = drawn?.value === value
  useLayoutEffect(() => {
    if (!render || isLookedAt) return
    const draw = () => {
      if (picture.current) setDrawn({ value, problem: render(value, display, picture.current) })
      return PRICE + value.length * LETTER_PRICE
    }
    return takeInRender(draw) ? undefined : askForTurn(draw)
  }, [render, value, display, isLookedAt])
  const problem = isLookedAt ? drawn.problem : null
  const isDrawn = isLookedAt && problem === null
  return (
    <span
      className={clsx('formula', display && 'formula-display', isDrawn && 'drawn')}
      dir={isDrawn ? 'ltr' : undefined}
      // In a chat the keys of its turns reach what scrolls; nothing else does here
      tabIndex={isFramed && isDrawn && display ? 0 : undefined}
    >
      <span
        className="formula-source"
        title={problem ? ('said' in problem ? problem.said : words[problem.code]) : undefined}
      >
        {source}
      </span>
      <span ref={picture} className="formula-picture" />
    </span>
  )
}
