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
const [DEEPEST_BRACES, DEEPEST, MOST_ELEMENTS] = [60, 120, 15_000]

/** Why a formula cannot be shown: one of ours, or the words of the renderer. */
export type FormulaProblem = { code: 'too_deep' | 'defines_too_much' | 'unknown' } | { said: string }

copyFormulasAsWritten()

/** Puts a formula into an element, or returns why it cannot be shown: a text, as all that is said of it. */
export function renderFormula(value: string, display: boolean, into: HTMLElement): FormulaProblem | null {
  if (DEFINES.test(value) && value.length > LONGEST_WITH_MACROS) return { code: 'defines_too_much' }
  // Before anything is built of it: nodes in nodes cost more than what they show.
  if (depthOfBraces(value) > DEEPEST_BRACES) return { code: 'too_deep' }
  const box = document.createElement('span')
  try {
    katex.render(value, box, { ...OPTIONS, displayMode: display })
  } catch (error) {
    return error instanceof katex.ParseError ? { said: error.message } : { code: 'unknown' }
  }
  if (isTooMuch(box)) return { code: 'too_deep' }
  into.replaceChildren(...box.childNodes)
  return null
}

function depthOfBraces(value: string): number {
  let [depth, deepest] = [0, 0]
  for (const [brace] of value.matchAll(/\\.|[{}]/gs)) {
    if (brace === '{') depth += 1
    else if (brace === '}') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
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
