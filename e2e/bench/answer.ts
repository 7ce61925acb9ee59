/** Answers to measure with. The same each time: a figure that changes should be the page's doing. */

const PROSE =
  'A conversation that moves between models keeps **its words** and loses what only one of them could read: `signatures`, ' +
  'handles of files and [links](https://example.com/docs) that are bound to an account. What stays is *portable*, and it is ' +
  'written down in one format that each adapter translates on its own way out.'

const SECTION = (number: number) => `## ${number}. What a section of an answer looks like

${PROSE}

${PROSE} The second paragraph is as long as the first, and names a figure: ${number * 37} of 100.

- a point with **weight** and a \`name\`
- another one that goes on for a while, so that it wraps on a narrow screen at least once
  - nested below it
- a last one with a [link](https://example.com/${number})

\`\`\`ts
export function section${number}(input: readonly string[]): number {
  const total = input.filter((line) => line.length > ${number}).length
  return total * ${number} // as many as are longer
}
\`\`\`

| model | blocks | calls beside the text |
| --- | --: | --- |
| first | ${number} | \`tool_calls\` |
| second | ${number + 1} | none |
| third | ${number + 2} | *some* |

> What is quoted is quoted once, and ends with its paragraph.

`

/** Headings, prose, lists, code, tables and quotations, of so many characters. */
export function markdownAnswer(length: number): string {
  let text = '# How a long answer reads\n\n'
  for (let number = 1; text.length < length; number += 1) text += SECTION(number)
  return text.slice(0, length)
}

/** The same length without any Markdown: what rendering cannot do without. */
export function plainAnswer(length: number): string {
  const words = PROSE.replaceAll(/[*`[\]()]/g, '')
  return `${words}\n\n`.repeat(Math.ceil(length / words.length)).slice(0, length)
}

/** A text in so many pieces of one length. */
export function piecesOf(text: string, count: number): string[] {
  const size = Math.ceil(text.length / count)
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
}

/** Texts that made renderers of Markdown block for seconds, or that a page cannot lay out as they come. */
export const HOSTILE: Readonly<Record<string, string>> = {
  'brackets ×50,000': '['.repeat(50_000) + ']'.repeat(50_000),
  'emphasis ×30,000': '_a__b*'.repeat(30_000),
  'list marks ×50,000': '- '.repeat(50_000),
  'nested lists ×10,000': Array.from(
    { length: 10_000 },
    (_, depth) => `${' '.repeat(Math.min(depth, 200) * 2)}- x`,
  ).join('\n'),
  'quotation marks ×50,000': '>'.repeat(50_000),
  'table of 200 × 500': `${'| a '.repeat(200)}|\n${'|---'.repeat(200)}|\n${`${'| b '.repeat(200)}|\n`.repeat(500)}`,
  'unclosed fence of 1 MB': `\`\`\`ts\n${'const a = 1 // line\n'.repeat(50_000)}`,
  'unclosed fences ×20,000': '```\n~~~\n'.repeat(20_000),
  'formulas ×5,000': 'so $\\frac{a}{b} + \\sqrt{x^2}$ and\n\n'.repeat(5_000),
  'formulas ×5,000 in one paragraph': 'so $\\frac{a}{b}$ and '.repeat(5_000),
  'paragraphs of 1 MB': `${PROSE}\n\n`.repeat(3_000),
  'lines of 100,000 characters': `${'word '.repeat(20_000)}\n`.repeat(10),
  'a line of 1 MB': 'word '.repeat(200_000),
  'a line of 1 MB in a fence': `\`\`\`js\n${'a=1;'.repeat(250_000)}\n\`\`\`\n`,
  'a line of 5 MB': 'x'.repeat(5_000_000),
  'backslashes ×100,000': '\\a'.repeat(100_000),
  'links ×20,000': '[a](b '.repeat(20_000),
  'tags ×30,000': '<a href="'.repeat(30_000),
  'autolinks ×20,000': 'www.a.b_'.repeat(20_000),
  'definitions ×20,000': Array.from({ length: 20_000 }, (_, at) => `[${at}]: https://example.com/${at}\n`).join(''),
  'references ×2,000 and definitions': `${Array.from({ length: 2_000 }, (_, at) => `[${at}] `).join('')}\n\n${Array.from(
    { length: 2_000 },
    (_, at) => `[${at}]: https://example.com/${at}\n`,
  ).join('\n')}`,
  'ticks ×1,000 growing': Array.from({ length: 1_000 }, (_, at) => `a${'`'.repeat(at)}`).join(''),
}
