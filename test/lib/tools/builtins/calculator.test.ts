import { describe, expect, test } from 'vitest'
import { calculator } from '#lib/tools/builtins/calculator.ts'
import { createRegistry } from '#lib/tools/registry.ts'
import { toolContext } from '#lib/tools/tool-host.ts'
import { toolHost } from '#test/support/tool-host.ts'

const run = (expression: string) =>
  calculator.run({ expression }, toolContext(toolHost(), 'tu_01HZ0000000000000000000000').context)

describe('the calculator', () => {
  test('is a tool that registers, changes nothing and needs no workspace', () => {
    expect(createRegistry([calculator]).find('calculator')).toBe(calculator)
    expect(calculator.definition).toMatchObject({ side_effects: 'none', requires_workspace: false })
  })

  test('answers with the number as text', async () => {
    expect(await run('12.5 * 3')).toEqual({ ok: true, content: [{ type: 'text', text: '37.5' }] })
  })

  test('says what is wrong with an expression and where', async () => {
    expect(await run('1 / 0')).toEqual({
      ok: false,
      problem: 'Cannot calculate this: division by zero (at character 3).',
    })
  })

  test('never runs what it is given as code', async () => {
    expect(await run('globalThis.hacked = 1')).toMatchObject({ ok: false })
    expect(globalThis).not.toHaveProperty('hacked')
  })
})
