import type { Node } from 'mdast'
import type { Extension as TreeExtension } from 'mdast-util-from-markdown'
import type { gfm } from 'micromark-extension-gfm'

declare module 'mdast' {
  interface FormulaNode extends Node {
    type: 'formula'
    /** What TeX reads. */
    value: string
    display: boolean
    /** As it was written, with its marks. */
    source: string
  }
  interface PhrasingContentMap {
    formula: FormulaNode
  }
  interface RootContentMap {
    formula: FormulaNode
  }
}

type Extension = ReturnType<typeof gfm>
type Construct = Exclude<NonNullable<NonNullable<Extension['text']>[number]>, unknown[]>
type Tokenizer = Construct['tokenize']
type State = ReturnType<Tokenizer>
type Code = Parameters<State>[0]
type Found = Pick<FormulaNode, 'value' | 'display' | 'source'>
type FormulaNode = import('mdast').FormulaNode

/** The parser knows tokens of its own only. */
const [FORMULA, TEXT] = ['formula' as 'data', 'formulaText' as 'data']
const [DOLLAR, BACKSLASH] = [36, 92]
/** A longer one is none: somebody forgot its end. */
export const LONGEST_FORMULA = { inLine: 1_000, display: 3_000 }

/** `$…$`, `$$…$$`, `\(…\)` and `\[…\]`, before what else a backslash may be. */
export const formulaSyntax: Extension = {
  text: {
    [DOLLAR]: { name: 'formula', tokenize: dollars, previous: (code) => !isWord(code) && code !== DOLLAR },
    [BACKSLASH]: { name: 'formula', tokenize: brackets },
  },
}

const found = new WeakMap<object, Found>()

export const formulaFromSyntax: TreeExtension = {
  enter: {
    formula(token) {
      const formula = found.get(token)
      if (formula) this.enter({ type: 'formula', ...formula }, token)
    },
  },
  exit: {
    formula(token) {
      if (found.has(token)) this.exit(token)
    },
  },
}

/** As pandoc reads it: no space behind the first and before the last, and no digit behind that. */
function dollars(...[effects, ok, nok]: Parameters<Tokenizer>): State {
  let token: ReturnType<typeof formulaToken>
  let size = 0
  let text = ''
  let isEscaped = false

  const opening: State = (code) => {
    if (code !== DOLLAR) return size === 1 && isSpace(code) ? nok(code) : inside(code)
    size += 1
    if (size > 2) return nok(code)
    token.eat(code)
    return opening
  }
  const inside: State = (code) => {
    if (code === null || text.length > (size === 1 ? LONGEST_FORMULA.inLine : LONGEST_FORMULA.display)) return nok(code)
    if (code === DOLLAR && !isEscaped) {
      if (size === 1 && /(?:^|\s)$/.test(text)) return nok(code)
      token.eat(code)
      return size === 1 ? closed : closing
    }
    isEscaped = code === BACKSLASH && !isEscaped
    text += token.eat(code)
    return inside
  }
  const closing: State = (code) => {
    if (code === DOLLAR) {
      token.eat(code)
      return closed
    }
    text += '$'
    return inside(code)
  }
  const closed: State = (code) => {
    if (text.trim() === '' || (size === 1 && isMoney(text, code))) return nok(code)
    const mark = '$'.repeat(size)
    token.end({ value: text.trim(), display: size === 2, source: mark + text + mark })
    return ok(code)
  }
  return (code) => {
    token = formulaToken(effects)
    return opening(code)
  }
}

function brackets(...[effects, ok, nok]: Parameters<Tokenizer>): State {
  let token: ReturnType<typeof formulaToken>
  let open = ''
  let text = ''

  const opening: State = (code) => {
    open = charOf(code)
    if (open !== '(' && open !== '[') return nok(code)
    token.eat(code)
    return inside
  }
  const inside: State = (code) => {
    const longest = open === '(' ? LONGEST_FORMULA.inLine : LONGEST_FORMULA.display
    if (code === null || text.length > longest) return nok(code)
    if (code === BACKSLASH) {
      token.eat(code)
      return behindBackslash
    }
    text += token.eat(code)
    return inside
  }
  const behindBackslash: State = (code) => {
    const char = charOf(code)
    // What begins once more before its end has none.
    if (code === null || char === open) return nok(code)
    if (char === (open === '(' ? ')' : ']')) {
      // `\[1\]` and `\[x\]` are brackets that are meant as such.
      if (/^(?:\s*|[\d\s,]*|\s*x\s*)$/i.test(text)) return nok(code)
      token.eat(code)
      return closed
    }
    text += `\\${token.eat(code)}`
    return inside
  }
  const closed: State = (code) => {
    const source = open === '(' ? `\\(${text}\\)` : `\\[${text}\\]`
    token.end({ value: text.trim(), display: open === '[', source })
    return ok(code)
  }
  return (code) => {
    token = formulaToken(effects)
    token.eat(code)
    return opening
  }
}

/** What is eaten stands in tokens, and the ends of lines in tokens of their own. */
function formulaToken(effects: Parameters<Tokenizer>[0]) {
  const token = effects.enter(FORMULA)
  let isInText = false
  const leaveText = () => {
    if (isInText) effects.exit(TEXT)
    isInText = false
  }
  return {
    /** Returns what it was. */
    eat(code: Code): string {
      const isLineEnd = code !== null && code < -2
      if (isLineEnd) leaveText()
      if (isLineEnd) effects.enter('lineEnding')
      else if (!isInText) effects.enter(TEXT)
      effects.consume(code)
      isInText = !isLineEnd
      if (isLineEnd) effects.exit('lineEnding')
      return isLineEnd ? '\n' : charOf(code)
    },
    end(formula: Found): void {
      leaveText()
      found.set(token, formula)
      effects.exit(FORMULA)
    },
  }
}

/** Below zero are line ends and the columns of a tab. */
function charOf(code: Code): string {
  if (code === null || code === -1) return ''
  return code < 0 ? ' ' : String.fromCharCode(code)
}

const isSpace = (code: Code) => code === null || code < 0 || code === 32
const isWord = (code: Code) => code !== null && code > 0 && /[\p{L}\p{N}]/u.test(String.fromCharCode(code))

/** Between two prices, and between two names of variables, stand words. */
function isMoney(text: string, next: Code): boolean {
  if (next === DOLLAR || /\d/.test(charOf(next))) return true
  if (/^\d[\d.,]*[kKmMbB]?(?:[-–—/\s]|$)/.test(text) && !/[\\^_=+*<>{}]/.test(text) && /[a-z]{2,}/i.test(text))
    return true
  return isWord(next) && /^[A-Z_][A-Z0-9_]+\b/.test(text)
}
