import { clsx } from 'clsx'
import katex from 'katex'
import type { FormulaNode } from 'mdast'
import { useMemo } from 'react'
import { useLateTexts } from '../../_texts/texts.ts'
import { FORMULA_OPTIONS, formulaExcess } from './formula-bounds.ts'
import { mathNodes } from './math-nodes.tsx'

/** A formula as the browser draws it by itself; what cannot be drawn is what was written. */
export function MathMl({ value, display, source }: Pick<FormulaNode, 'value' | 'display' | 'source'>) {
  const words = useLateTexts().reading.formula
  const drawn = useMemo(() => mathOf(value, display), [value, display])
  const excess = formulaExcess(value)
  const problem = excess && 'code' in excess ? words[excess.code] : undefined
  return (
    <span
      className={clsx('formula', display && 'formula-display', drawn && 'drawn')}
      dir={drawn ? 'ltr' : undefined}
      // One that is wider than the page scrolls, and must be reachable by keyboard
      tabIndex={display && drawn ? 0 : undefined}
    >
      {drawn ?? (
        <span className="formula-source" title={problem}>
          {source}
        </span>
      )}
    </span>
  )
}

function mathOf(value: string, display: boolean) {
  if (formulaExcess(value)) return null
  try {
    return mathNodes(katex.renderToString(value, { ...FORMULA_OPTIONS, output: 'mathml', displayMode: display }))
  } catch {
    return null
  }
}
