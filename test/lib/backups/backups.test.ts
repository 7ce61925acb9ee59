import { expect, test } from 'vitest'
import { Backups } from '#lib/backups/backups.ts'
import { memoryLogger } from '#lib/log.ts'
import type { BackupSummary } from '#lib/store/backup-store.ts'
import { StorageError } from '#lib/store/storage-error.ts'

const START = Date.parse('2026-11-23T12:00:00Z')
const DAY = 86_400_000
const MINUTE = 60_000

function summary(at: number): BackupSummary {
  return { name: `at ${at}`, created_at: new Date(at).toISOString(), bytes: 1, uploads: 0, missing_uploads: 0 }
}

/** Over a folder that holds `latest`, at a time that `pass` moves on. */
function started({ everyMs = DAY, latest = null }: { everyMs?: number | null; latest?: number | null }) {
  let now = START
  let newest = latest === null ? null : summary(latest)
  let fault: Error | null = null
  let stopped = 0
  let written = 0
  const log = memoryLogger()
  const store = {
    latest: async () => newest,
    async write() {
      written += 1
      if (fault) throw fault
      newest = summary(now)
      return newest
    },
    stop() {
      stopped += 1
    },
  }
  const backups = new Backups({ store, everyMs, now: () => now, log })
  return {
    backups,
    log,
    written: () => written,
    stopped: () => stopped,
    fail(error: Error | null) {
      fault = error
    },
    async pass(ms: number) {
      now += ms
      await backups.look()
      // What it began comes to its end.
      await new Promise((done) => setImmediate(done))
    },
  }
}

test('the first is written a minute after the start, and the next when the time has passed since', async () => {
  const { backups, pass, written } = started({})
  expect(await backups.state()).toEqual({ latest: null, isRunning: false, nextAt: START + MINUTE, failure: null })
  await pass(MINUTE - 1)
  expect(written()).toBe(0)
  await pass(1)
  expect(written()).toBe(1)
  expect((await backups.state()).nextAt).toBe(START + MINUTE + DAY)
  await pass(DAY - 1)
  expect(written()).toBe(1)
  await pass(1)
  expect(written()).toBe(2)
})

test('what was written before the start counts, and one that is overdue is written soon', async () => {
  expect((await started({ latest: START - 1_000 }).backups.state()).nextAt).toBe(START - 1_000 + DAY)
  expect((await started({ latest: START - 3 * DAY }).backups.state()).nextAt).toBe(START + MINUTE)
})

test('without a schedule none is written but when asked for', async () => {
  const { backups, pass, written } = started({ everyMs: null })
  await pass(10 * DAY)
  expect([written(), (await backups.state()).nextAt]).toEqual([0, null])
  await backups.begin()
  expect(written()).toBe(1)
})

test('two that are asked for at once are one', async () => {
  const { backups, written } = started({})
  await Promise.all([backups.begin(), backups.begin()])
  expect(written()).toBe(1)
})

test('a failure is logged and said, tried again after an hour, and gone with the first that works', async () => {
  const { backups, log, pass, fail, written } = started({})
  fail(new StorageError('full', 'the disk is too full for a backup: it needs 2 GB'))
  await pass(MINUTE)
  expect(await backups.state()).toMatchObject({
    isRunning: false,
    failure: { at: START + MINUTE, reason: 'the disk is too full for a backup: it needs 2 GB' },
    nextAt: START + MINUTE + 60 * MINUTE,
  })
  expect(log.entries.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    'error: a backup could not be written',
  ])
  fail(null)
  await pass(60 * MINUTE)
  expect([written(), (await backups.state()).failure]).toEqual([2, null])
})

test('a mistake of ours is in the log, and not on the page', async () => {
  const { backups, fail } = started({})
  fail(new TypeError('x is not a function'))
  await backups.begin()
  expect((await backups.state()).failure?.reason).toBe('the log says why')
})

test('what is closed stops what is being written, and begins nothing', async () => {
  const { backups, stopped, written } = started({})
  await backups.close()
  await backups.begin()
  expect([stopped(), written()]).toEqual([1, 0])
})
