import { RE2JS, RE2JSException } from 're2js'

/**
 * What a message is about is said at its beginning, or after what was pasted, at its end: of a longer one so many characters
 * of each are looked at, for a hundred rules are asked before each turn.
 */
const LOOKED_AT = 1_000

const LONGEST_PATTERN = 1_000
/** Instructions: time is their number by that of the letters. */
const LARGEST_PROGRAM = 1_000

export interface LinearPattern {
  test: (text: string) => boolean
}

export class BadPatternError extends Error {
  override readonly name = 'BadPatternError'
}

/**
 * A regular expression in the syntax of RE2, whose matching takes time in proportion to the text, whatever the expression.
 * Throws a `BadPatternError` for one that does not compile, with what to change.
 */
export function linearPattern(source: string): LinearPattern {
  if (source.length > LONGEST_PATTERN) {
    throw new BadPatternError(`is longer than ${LONGEST_PATTERN} characters: make several rules of it`)
  }
  const compiled = compile(source)
  if (compiled.programSize() > LARGEST_PROGRAM) {
    throw new BadPatternError('repeats too much: take smaller numbers in its braces')
  }
  return {
    test: (text) =>
      text.length <= 2 * LOOKED_AT
        ? compiled.test(text)
        : compiled.test(text.slice(0, LOOKED_AT)) || compiled.test(text.slice(-LOOKED_AT)),
  }
}

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(source)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    const lacks = /\(\?[=!<]|\\[1-9]/.test(source) ? '; there is no looking ahead or behind, and no reference back' : ''
    throw new BadPatternError(
      `is no regular expression: ${error.message.replace('error parsing regexp: ', '')}${lacks}`,
    )
  }
}
