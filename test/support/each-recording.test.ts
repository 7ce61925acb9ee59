import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { eachRecording } from './each-recording.ts'

describe('a test of recordings', () => {
  const ran: unknown[] = []
  eachRecording([
    ['one', 1],
    ['two', 2],
  ])('is there for each: %s', (...row) => {
    ran.push(row)
  })

  test('has run with each', () => {
    expect(ran).toEqual([
      ['one', 1],
      ['two', 2],
    ])
  })

  test.each([
    ['is skipped, and says why, where they are missing', ['recordings', 'llama-recordings'], true],
    ['fails where all are here and none is for it', [], false],
  ])('%s', (_what, missing, skipped) => {
    const defined: unknown[] = []
    const skipIf = ((isSkipped: boolean) => (name: string, run: () => void) => {
      defined.push({ name, isSkipped })
      expect(run).toThrow('none of them')
    }) as unknown as typeof test.skipIf
    eachRecording([], missing, { each: test.each, skipIf })('%s is read', () => undefined)
    const why = skipped ? 'not beside the repository: recordings, llama-recordings' : 'none is missing'
    expect(defined).toEqual([{ name: `a recording is read (${why})`, isSkipped: skipped }])
  })
})

test('what lies beside the repository is read in one place alone, which can be told that it is not there', () => {
  const root = new URL('../..', import.meta.url).pathname
  const readers = globSync('{app,cassettes,db,e2e,lib,test}/**/*.{ts,tsx,mjs}', { cwd: root }).filter((path) =>
    /\.\.\/shared/.test(readFileSync(`${root}${path}`, 'utf8')),
  )
  expect(readers).toEqual(['test/support/recording.ts'])
})
