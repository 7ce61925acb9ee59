import type { FormulaNode, Nodes } from 'mdast'
import { describe, expect, test } from 'vitest'
import { growText, NO_TEXT } from '#app/_content/markdown/answer-text.ts'

/** The formulas of an answer, those of a display as such. */
function formulasIn(text: string, ended = true): string[] {
  const { settled, recent, open } = growText(NO_TEXT, text, ended)
  const nodes = [...settled.flat(), ...recent, ...(open ? [open] : [])].flatMap((part) => part.nodes ?? [])
  return all(nodes).map(({ value, display }) => (display ? `display ${value}` : value))
}

function all(nodes: readonly Nodes[]): FormulaNode[] {
  return nodes.flatMap((node) => (node.type === 'formula' ? node : 'children' in node ? all(node.children) : []))
}

describe('a formula', () => {
  test.each([
    ['$x^2$', ['x^2']],
    ['so $a_1$ and $b_2$, the $n$th', ['a_1', 'b_2', 'n']],
    ['**$x$**, ($y$) and “$z$”', ['x', 'y', 'z']],
    ['$a * b * c$ is no emphasis', ['a * b * c']],
    ['$\\$5 + x$', ['\\$5 + x']],
    ['\\(x + y\\) in a line', ['x + y']],
    ['it is $$x = 1$$ here', ['display x = 1']],
    ['\\[\n\\int_0^1 x\\,dx\n\\]', ['display \\int_0^1 x\\,dx']],
    ['as follows:\n$$\nx\n+ y\n- z\n= 1\n$$\nand so on', ['display x\n+ y\n- z\n= 1']],
    ['1. first\n   $$\n   x\n   $$\n2. $y$', ['display x', 'y']],
    ['> $$\n> a\n> $$', ['display a']],
    ['| $a$ | b |\n|---|---|\n| \\(c\\) | $d$ |', ['a', 'c', 'd']],
    [
      '\\begin{x} \\[ \\begin{aligned} a &= b \\\\\n c &= d \\end{aligned} \\]',
      ['display \\begin{aligned} a &= b \\\\\n c &= d \\end{aligned}'],
    ],
    ['$5x + 3 = 2$', ['5x + 3 = 2']],
    ['$5$ apples', ['5']],
  ])('stands in %j', (text, formulas) => {
    expect(formulasIn(text)).toEqual(formulas)
  })

  test.each([
    'It costs $5 and $10.',
    'US$3–$4, or $3-$4, or $3/$4',
    'from 5$ to 10$, which is 15$',
    '$5 to me or 10$ to you',
    '$1,000 for him, and 2,000$ for her',
    '`$x$` and ``\\(y\\)``',
    '\\$x\\$ is escaped',
    '$ x$ and $y $',
    '$HOME/$USER and $PATH:$HOME',
    '$$ is the number of a process',
    '$$$',
    '$$$$',
    '\\(not closed and \\[neither',
    'see \\[1\\] and \\[2, 3\\], tick \\[x\\] or \\[ \\]',
    '```\n$x$\n```',
    '    $$\n    code\n    $$',
    'a $b\n\nc$ d',
    '[link](https://example.org/$a$)',
  ])('does not stand in %j', (text) => {
    expect(formulasIn(text)).toEqual([])
  })

  test('is not there before its end, and nothing in it is Markdown until then', () => {
    for (const text of ['so $x^2', '$$\nx *a* _b_ *c*', '\\[\nx', 'see \\(a', 'it is $$x']) {
      expect(formulasIn(text, false)).toEqual([])
    }
    // A shorter one is held back.
    const long = `$$\nx *a* _b_ *c*${' + 1'.repeat(40)}`
    const { open } = growText(NO_TEXT, long, false)
    expect(open?.nodes).toMatchObject([{ type: 'paragraph', children: [{ type: 'text', value: long }, {}] }])
    expect(formulasIn('so $x^2$ is', false)).toEqual(['x^2'])
  })

  test('that is never closed takes nothing of what follows an empty line', () => {
    const { recent } = growText(NO_TEXT, '$$\nx = 1\n\n# Title\n\n**bold** $y$', true)
    expect(recent.flatMap(({ nodes }) => nodes?.map(({ type }) => type))).toEqual(['paragraph', 'heading', 'paragraph'])
  })

  test('costs no more to look for than what stands there', () => {
    const hostile = ['$', '$x', '\\(', '\\[', '$$ x ', '\\\\(', '$a\\$']
    for (const mark of hostile) expect(formulasIn(`${mark.repeat(2_000)} $`).length).toBeLessThan(2_000)
  })
})
