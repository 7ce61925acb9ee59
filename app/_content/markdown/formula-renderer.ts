'use client'

import katex from 'katex'
import { copyFormulasAsWritten } from './formula-copy.ts'

const OPTIONS = {
  output: 'htmlAndMathml',
  // No links, no pictures, no classes or styles of the writer's own.
  trust: false,
  strict: 'ignore',
  throwOnError: true,
  maxExpand: 1_000,
  maxSize: 20,
  errorColor: 'var(--danger)',
} as const

/** What macros make of a text can be any length: a long text has none. */
const DEFINES = /\\(?:[egx]?def|let|futurelet|global|long|(?:re|provide)?newcommand|renewcommand|providecommand)\b/
const LONGEST_WITH_MACROS = 200
const [DEEPEST, MOST_ELEMENTS] = [120, 15_000]

copyFormulasAsWritten()

/** Puts a formula into an element, or returns why it cannot be shown: a text, as all that is said of it. */
export function renderFormula(value: string, display: boolean, into: HTMLElement): string | null {
  if (DEFINES.test(value) && value.length > LONGEST_WITH_MACROS) return 'This formula defines too much to be shown.'
  const box = document.createElement('span')
  try {
    katex.render(value, box, { ...OPTIONS, displayMode: display })
  } catch (error) {
    return error instanceof katex.ParseError ? error.message : 'This formula cannot be shown.'
  }
  if (isTooMuch(box)) return 'This formula is nested too deep to be shown.'
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
