import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { english as adminEnglish } from '#app/_texts/english/admin.ts'
import { english } from '#app/_texts/english/first.ts'
import { english as lateEnglish } from '#app/_texts/english/late.ts'
import { german as adminGerman } from '#app/_texts/german/admin.ts'
import { german } from '#app/_texts/german/first.ts'
import { german as lateGerman } from '#app/_texts/german/late.ts'

type Entry = string | ((...values: never[]) => string)

/** Every text with the way to it. How figures are written is no text, nor is what is the server's to say. */
function entriesOf(catalogue: object, way = ''): Map<string, Entry> {
  const found = Object.entries(catalogue).flatMap(([key, value]): [string, Entry][] => {
    const path = way === '' ? key : `${way}.${key}`
    if (/^(format|failures\.(refusals|trials|routes|ways)|prices\.rate_problems)$/.test(path)) return []
    if (typeof value === 'string' || typeof value === 'function') return [[path, value]]
    return [...entriesOf(value, path)]
  })
  return new Map(found)
}

const ENGLISH = entriesOf({ ...english, ...lateEnglish, ...adminEnglish })
const GERMAN = entriesOf({ ...german, ...lateGerman, ...adminGerman })

/** What is the same word in both, or is said to the script of the demo, which knows English. */
const ALIKE =
  /^(administration\.budgets|budgets\.title|page\.(chats|themes\.system)|composer\.(efforts\.minimal|scripted_examples\.\d\.prompt)|content\.text|commands\.(chats|keys\.Escape)|panels\.temperature|reading\.(details|question_?)|labels\.tags|members\.(person|teams|roles\.admin)|people\.(name|passkeys|roles\.admin)|providers\.(key|server_name)|receipts\.(cache|as_\w+)|routing\.(as_text|rule_name|alias)|settings\.(chats|version|in_folder\.0)|usage\.groups\.(session|team|user))$/

describe('the two catalogues', () => {
  test('say the same things', () => {
    expect([...GERMAN.keys()].sort()).toEqual([...ENGLISH.keys()].sort())
    for (const [path, text] of GERMAN) expect([path, typeof text]).toEqual([path, typeof ENGLISH.get(path)])
    expect(ENGLISH.size).toBeGreaterThan(400)
  })

  test('say nothing with no words', () => {
    for (const entries of [ENGLISH, GERMAN]) {
      const empty = [...entries].filter(([, text]) => typeof text === 'string' && text.trim() === '')
      expect(empty).toEqual([])
    }
  })

  test('say it in two languages', () => {
    const alike = [...GERMAN].flatMap(([path, text]) =>
      typeof text === 'string' && text === ENGLISH.get(path) && !ALIKE.test(path) ? path : [],
    )
    expect(alike).toEqual([])
  })

  test('speak to the reader as a friend does, and set figures, quotations and ellipses as German has them', () => {
    const foreign = /\b(Sie|Ihre?[mnrs]?) (?:bitte|können|haben|müssen|sollten)\b|["“]\w|\.\.\.|\d\.\d(?!\d{2}\b)/
    const wrong = [...GERMAN].flatMap(([path, text]) => (foreign.test(said(text, 2)) ? path : []))
    expect(wrong).toEqual([])
  })

  test.each([0, 1, 2, 1_234_567])('put %d into every text that takes something', (count) => {
    for (const [path, text] of [...ENGLISH, ...GERMAN]) {
      const words = said(text, count)
      expect([path, words]).toEqual([path, expect.stringMatching(/\p{L}|\d/u)])
      expect([path, words]).toEqual([path, expect.not.stringMatching(/undefined|NaN|null|\[object|function|=>/)])
    }
  })
})

/** With the same for whatever it takes: a number, or a name where it does with it what only texts can. */
function said(text: Entry, count: number): string {
  if (typeof text === 'string') return text
  const withAll = (value: unknown) => String(text(...(Array(text.length).fill(value) as never[])))
  try {
    return withAll(count)
  } catch {
    return withAll(String(count))
  }
}

test('a count has the form that its language has for it', () => {
  const counted = [0, 1, 2, 1_000].map((count) => [english.models.count(count), german.models.count(count)])
  expect(counted).toEqual([
    ['0 models', '0 Modelle'],
    ['1 model', '1 Modell'],
    ['2 models', '2 Modelle'],
    ['1000 models', '1000 Modelle'],
  ])
  expect([1, 2].map(lateGerman.chat_actions.deleted)).toEqual(['Gelöscht.', '2 Chats gelöscht.'])
})

test('no text is left that nobody says', () => {
  const root = resolve(import.meta.dirname, '../../..')
  const source = globSync('app/**/*.{ts,tsx}', { cwd: root, exclude: ['app/_texts/{english,german}/**'] })
    .map((path) => readFileSync(resolve(root, path), 'utf8'))
    .join('\n')
  const catalogues = Object.values({ ...english, ...lateEnglish, ...adminEnglish, format: {} })
  const unsaid = catalogues.flatMap(Object.keys).filter((key) => !new RegExp(`\\b${key}\\b`).test(source))
  expect(unsaid).toEqual([])
})
