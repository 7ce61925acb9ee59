import fc from 'fast-check'

const LINES = [
  '',
  '',
  'text',
  'text **strong** and `code`',
  'an open **mark, a [bracket and a `tick',
  'see [r], [^n] and ![a picture][r]',
  '[r]: https://example.com/r',
  '[^n]: a note',
  '# heading',
  '---',
  '===',
  '* * *',
  '- item',
  '- [x] task',
  '  - nested',
  '  goes on',
  '-',
  '+ other',
  '1. one',
  '2. two',
  '   in it',
  '> quoted',
  '>',
  '```js',
  '```',
  '~~~',
  '    indented',
  '| a | b |',
  '|---|---|',
  '| 1 | 2 |',
  '<div>',
  '</div>',
  '<!-- comment',
  '-->',
]

/** Lines that begin, continue and interrupt one another in every way. */
export const anyMarkdown = fc.array(fc.constantFrom(...LINES), { maxLength: 24 }).map((lines) => lines.join('\n'))

/** A text and where it is cut. */
export const anyPieces = fc.tuple(anyMarkdown, fc.array(fc.nat(), { maxLength: 12 })).map(([text, cuts]) => {
  const places = cuts.map((cut) => cut % (text.length + 1)).sort((one, other) => one - other)
  return [0, ...places].map((from, at) => text.slice(from, places[at] ?? text.length))
})
