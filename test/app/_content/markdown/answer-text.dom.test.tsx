import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AnswerText } from '#app/_content/markdown/answer-text.ts'
import { growText, NO_TEXT } from '#app/_content/markdown/answer-text.ts'
import { viewOf } from '#app/_content/markdown/node-view.tsx'
import { parsePiece } from '#app/_content/markdown/parse-piece.ts'
import { PartsView } from '#app/_content/markdown/parts-view.tsx'
import { anyMarkdown, anyPieces } from './any-markdown.ts'

const whole = (text: string) => growText(NO_TEXT, text, true)

function pieceByPiece(pieces: readonly string[]): AnswerText {
  let answer = NO_TEXT
  for (const piece of pieces) answer = growText(answer, answer.text + piece, false)
  return growText(answer, answer.text, true)
}

const markup = ({ settled, recent, open }: AnswerText) =>
  renderToStaticMarkup(
    [...settled, recent].map((parts) => (
      <PartsView key={parts[0]?.start} parts={parts} open={open} growing={false} settled={parts !== recent} />
    )),
  )

test('an answer that came in any pieces is the same as one that was there at once', () => {
  fc.assert(
    fc.property(anyPieces, (pieces) => {
      expect(markup(pieceByPiece(pieces))).toBe(markup(whole(pieces.join(''))))
    }),
    { numRuns: 50 },
  )
})

test('each word is shown with the piece that brought it, behind whatever block it stands', () => {
  const text = [
    '# one two',
    'three four\nfive six',
    'seven eight',
    '- nine ten\n- eleven twelve',
    'thirteen',
    '> fourteen fifteen',
    'sixteen',
    '```\nseventeen\neighteen\n```',
    'nineteen twenty',
    '| twentyone | twentytwo |\n|---|---|\n| twentythree | twentyfour |',
    'twentyfive',
    '$$\ntwentysix',
    'twentyseven',
    '<div>\ntwentyeight',
    'twentynine',
  ].join('\n\n')
  const hidden: string[] = []
  let answer = NO_TEXT
  for (const piece of text.split(/(?<=\s)(?=\S)/)) {
    answer = growText(answer, answer.text + piece, false)
    const word = piece.trim()
    if (/^[a-z]+$/.test(word) && !markup(answer).includes(word)) hidden.push(word)
  }
  expect(hidden).toEqual([])
})

// Behind indented code micromark takes no list that may not interrupt a paragraph, and behind an empty item or
// quotation it makes two blocks of one, where CommonMark has a list, and one block.
const isMisread = (text: string) => / {4}indented\n+(?:2\. two|-(?:\n|$))|[>-]\n+ {4}indented\n {4}indented/.test(text)

test('an answer in pieces says what a parser that sees all of it at once says', () => {
  const plain = (html: string) => html.replaceAll(/ dir="auto"|<\/?(?:p|div)(?: [^>]*)?>|\s+/g, '')
  fc.assert(
    fc.property(anyMarkdown, (text) => {
      fc.pre(!isMisread(text))
      expect(plain(markup(whole(text)))).toBe(plain(renderToStaticMarkup(viewOf(parsePiece(text)?.nodes ?? []))))
    }),
    { numRuns: 100 },
  )
})
