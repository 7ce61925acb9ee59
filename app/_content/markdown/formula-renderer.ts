'use client'

import katex from 'katex'
import { FORMULA_OPTIONS, type FormulaProblem, formulaExcess } from './formula-bounds.ts'
import { copyFormulasAsWritten } from './formula-copy.ts'

const [DEEPEST, MOST_ELEMENTS] = [120, 15_000]

copyFormulasAsWritten()

/** Puts a formula into an element, or returns why it cannot be shown: a text, as all that is said of it. */
export function renderFormula(value: string, display: boolean, into: HTMLElement): FormulaProblem | null {
  const excess = formulaExcess(value)
  if (excess) return excess
  const box = document.createElement('span')
  try {
    katex.render(value, box, { ...FORMULA_OPTIONS, output: 'htmlAndMathml', displayMode: display })
  } catch (error) {
    return error instanceof katex.ParseError ? { said: error.message } : { code: 'unknown' }
  }
  if (isTooMuch(box)) return { code: 'too_deep' }
  into.replaceChildren(...box.childNodes)
  return null
}

/** Layout goes down by recursion. */
function isTooMuch(box: Element): boolean {
  let level = [...box.children]
  let count = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length
    if (depth > DEEPEST || count > MOST_ELEMENTS) return true
    level = level.flatMap((element) => [...element.children])
  }
  return false
}
