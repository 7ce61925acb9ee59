import { expect, test } from 'vitest'
import { ZodError } from 'zod'
import { localDatabaseUrl } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import { memoryLogger } from '#lib/log.ts'
import { temporaryFolder } from '../support/database.ts'
import { eventOf, session } from '../support/session-builder.ts'

test.each([
  ['of a type that a newer version added', "type = 'session.forked'", 'session.forked'],
  ['without what its type has', `type = 'turn.failed', payload_json = '{"message":"used up"}'`, 'turn.failed'],
  // Whom it may be shown to is not known.
  ['of a sensitivity that a newer version added', "sensitivity = 'top_secret'", 'session.created'],
])('a stored event %s is skipped with a warning', async (_, change, type) => {
  await using folder = await temporaryFolder()
  const log = memoryLogger()
  const store = await openStore({ url: localDatabaseUrl(folder.path), log })
  const owner = session()
  const events = [1, 2].map(() => eventOf(owner, 'session.created', { active_model: null }))
  await store.createSession(owner, events)
  const [first, second] = events
  const statement = { sql: `UPDATE events SET ${change} WHERE id = ?`, args: [first?.id ?? ''] }
  await store.client.execute(statement)
  expect(await store.events(owner.id)).toEqual([second])
  expect(log.entries).toEqual([
    {
      level: 'warn',
      message: 'skipped a stored event that this version cannot read',
      fields: { event_id: first?.id, type, cause: expect.any(ZodError) },
    },
  ])
  await store.close()
})
