import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const APP = resolve(import.meta.dirname, '../../app')
const read = (file: string) => readFileSync(resolve(APP, file), 'utf8')

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const declared = new Map(
  [...read('tokens.css').matchAll(/^ {2}--([\w-]+): (light-dark\(#\w{6}, #\w{6}\)|var\(--[\w-]+\));/gm)].map(
    ([, name = '', value = '']) => [name, value],
  ),
)

function colourOf(name: string, theme: Theme): string {
  const value = declared.get(name) ?? ''
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (other !== undefined) return colourOf(other, theme)
  const [, light, dark] = /(#\w{6}), (#\w{6})/.exec(value) ?? []
  const colour = theme === 'light' ? light : dark
  if (colour === undefined) throw new Error(`${name} is no colour of tokens.css`)
  return colour
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(above: string, below: string): number {
  const [dark = 0, light = 0] = [luminance(above), luminance(below)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const GROUNDS = ['canvas', 'surface', 'sunken', 'raised']

/** WCAG 2.2: what is read, and what says that it can be used. */
const PAIRS: [least: number, above: string, below: readonly string[]][] = [
  [7, 'ink', GROUNDS],
  [7, 'ink-soft', GROUNDS],
  [4.5, 'muted', GROUNDS],
  [4.5, 'accent', [...GROUNDS, 'accent-soft']],
  [4.5, 'accent-ink', ['accent-solid', 'accent-hover']],
  [4.5, 'danger', [...GROUNDS, 'danger-soft']],
  [4.5, 'warn', [...GROUNDS, 'warn-soft']],
  [4.5, 'ok', ['raised', 'ok-soft']],
  [7, 'ink', ['danger-soft', 'warn-soft', 'selection']],
  ...['keyword', 'string', 'number', 'title', 'comment'].map((name): [number, string, string[]] => [
    4.5,
    `syntax-${name}`,
    ['surface'],
  ]),
  [3, 'line-control', ['canvas', 'surface', 'raised']],
]

describe.each(THEMES)('in the %s theme', (theme) => {
  test.each(PAIRS)('at least %d to 1: %s on %s', (least, above, grounds) => {
    const ratios = grounds.map((below) => contrast(colourOf(above, theme), colourOf(below, theme)))
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(least)
  })
})

test('every face that the style names is there, with the licence beside it', () => {
  const files = [...read('fonts.css').matchAll(/url\("\/fonts\/([^"]+)"\)/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(0)
  const missing = [...files, 'OFL.txt'].filter((file) => !existsSync(resolve(APP, '../public/fonts', file)))
  expect(missing).toEqual([])
})
