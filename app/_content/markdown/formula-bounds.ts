/** What a formula may be, wherever it is drawn. */
export const FORMULA_OPTIONS = {
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
const DEEPEST_BRACES = 60

/** Why a formula cannot be shown: one of ours, or the words of the renderer. */
export type FormulaProblem = { code: 'too_deep' | 'defines_too_much' | 'unknown' } | { said: string }

/** Before anything is built of it: nodes in nodes cost more than what they show. Null where it may be drawn. */
export function formulaExcess(value: string): FormulaProblem | null {
  if (DEFINES.test(value) && value.length > LONGEST_WITH_MACROS) return { code: 'defines_too_much' }
  return depthOfBraces(value) > DEEPEST_BRACES ? { code: 'too_deep' } : null
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
