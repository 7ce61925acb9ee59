import { writeSync } from 'node:fs'
import { openStore } from '#db/store.ts'

// Run as a process of its own: `node deletion-loop.ts <database url> <session id> <message id> <extent>`. Deletes and brings
// back, again and again; each one that is acknowledged is a line on standard output.

const [url = '', sessionId = '', messageId = '', extent = ''] = process.argv.slice(2)
const store = await openStore({ url })

for (;;) {
  const change = await store.deleteMessages(sessionId, messageId, extent === 'branch' ? 'branch' : 'message')
  writeSync(1, 'deleted\n')
  await store.restoreMessages(sessionId, change?.deletion_id ?? '')
  writeSync(1, 'restored\n')
}
