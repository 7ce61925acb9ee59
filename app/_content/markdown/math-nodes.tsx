import { createElement, type ReactNode } from 'react'

const TOKEN = /<(\/?)([a-z]+)((?:\s+[a-z:-]+\s*="[^"]*")*)\s*>|&(amp|lt|gt|quot|#x27);/g
const ATTRIBUTE = /([a-z:-]+)\s*="([^"]*)"/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** Of MathML, without what could hold a link, a style or anything that is no formula. */
const ELEMENTS = new Set(
  'math semantics mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd menclose'.split(
    ' ',
  ),
)
const ATTRIBUTES: Readonly<Record<string, string>> = Object.fromEntries(
  'display mathvariant mathcolor mathbackground mathsize stretchy fence separator lspace rspace minsize maxsize largeop movablelimits symmetric accent accentunder scriptlevel displaystyle linethickness width height depth voffset columnalign columnspacing columnlines rowspacing rowlines notation form'
    .split(' ')
    .map((name) => [name, name]),
)

interface OpenElement {
  name: string
  attributes: Record<string, string>
  children: ReactNode[]
}

/** The markup of a formula as React nodes: nothing it says becomes anything but elements of MathML. */
export function mathNodes(markup: string): ReactNode {
  const root: OpenElement = { name: '', attributes: {}, children: [] }
  const stack = [root]
  let text = ''
  let end = 0
  const top = () => stack.at(-1) ?? root
  const flush = () => {
    if (text) top().children.push(text)
    text = ''
  }
  for (const match of markup.matchAll(TOKEN)) {
    const [token, slash, name, attributes, entity] = match
    text += markup.slice(end, match.index)
    end = match.index + token.length
    if (entity !== undefined) {
      text += ENTITIES[entity] ?? token
    } else if (slash === '') {
      flush()
      stack.push({ name: name ?? '', attributes: attributesIn(attributes ?? ''), children: [] })
    } else {
      flush()
      const closed = stack.length > 1 ? stack.pop() : undefined
      // What was written stands beside what is drawn; it is in no formula.
      if (closed && closed.name !== 'annotation') top().children.push(elementOf(closed))
    }
  }
  return createElement('span', null, ...root.children)
}

function attributesIn(written: string): Record<string, string> {
  const known = [...written.matchAll(ATTRIBUTE)].flatMap(([, name = '', value = '']) => {
    const own = ATTRIBUTES[name]
    return own === undefined
      ? []
      : [[own, value.replace(/&(amp|lt|gt|quot|#x27);/g, (all, name) => ENTITIES[name] ?? all)]]
  })
  return Object.fromEntries(known)
}

function elementOf({ name, attributes, children }: OpenElement): ReactNode {
  return createElement(ELEMENTS.has(name) ? name : 'span', ELEMENTS.has(name) ? attributes : null, ...children)
}
