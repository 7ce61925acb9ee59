import { describe, expect, test, vi } from 'vitest'
import type { LoggerOptions } from '#lib/log.ts'
import { createLogger, memoryLogger, silentLogger } from '#lib/log.ts'

function logged(options: LoggerOptions = {}) {
  const lines: string[] = []
  const log = createLogger({ now: () => 0, write: (line) => lines.push(line), ...options })
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? 'null') as unknown }
}

describe('createLogger', () => {
  test('writes one JSON object per entry, with time, level and message first', () => {
    const { log, lines } = logged()
    log.warn('dropped a block', { session_id: 's1', reason: 'no\nvision' })
    expect(lines).toEqual([
      '{"time":"1970-01-01T00:00:00.000Z","level":"warn","message":"dropped a block","session_id":"s1","reason":"no\\nvision"}',
    ])
  })

  test.each([
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
  ] as const)('at level %s writes %j', (level, written) => {
    const { log, lines } = logged({ level })
    for (const at of ['debug', 'info', 'warn', 'error'] as const) log[at](at)
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(written)
  })

  test('cuts a field that has no end', () => {
    const { log, last } = logged()
    log.warn('odd', { said: 'x'.repeat(20_000) })
    expect(last()).toMatchObject({ said: `${'x'.repeat(9_999)}…` })
  })

  test('removes registered secrets and what looks like one from message and fields', () => {
    const { log, last } = logged({ secrets: ['hunter2-hunter2'] })
    log.error('key hunter2-hunter2', { body: 'sk-abcdefgh', nested: { why: 'hunter2-hunter2 refused' } })
    expect(last()).toMatchObject({
      message: 'key [redacted]',
      body: '[redacted]',
      nested: { why: '[redacted] refused' },
    })
  })

  test('does not let a field replace time, level or message', () => {
    const { log, last } = logged()
    log.info('started', { level: 'error', message: 'forged', time: 'never' })
    expect(last()).toEqual({ time: '1970-01-01T00:00:00.000Z', level: 'info', message: 'started' })
  })

  test('does not throw when a field cannot be read', () => {
    const { log, last } = logged()
    const hostile = {
      get field() {
        throw new Error('no')
      },
    }
    log.info('tried', { hostile })
    expect(last()).toMatchObject({ message: 'tried', unwritable_fields: 'Error: no' })
  })

  test('writes to standard output by default', () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    createLogger({ now: () => 0 }).info('ready')
    expect(write.mock.calls).toEqual([['{"time":"1970-01-01T00:00:00.000Z","level":"info","message":"ready"}\n']])
  })
})

test('memoryLogger keeps entries as they were logged', () => {
  const log = memoryLogger()
  log.debug('one')
  log.error('two', { a: 1 })
  expect(log.entries).toEqual([
    { level: 'debug', message: 'one', fields: {} },
    { level: 'error', message: 'two', fields: { a: 1 } },
  ])
})

test('silentLogger takes every level and writes nothing', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  for (const at of ['debug', 'info', 'warn', 'error'] as const) silentLogger[at]('unheard')
  expect(write).not.toHaveBeenCalled()
})
