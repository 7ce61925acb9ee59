import { writeSync } from 'node:fs'
import { openStore } from '#db/store.ts'
import { ANSWERED, chain, eventOf, messageOf, toolCallOf } from './session-builder.ts'

// Run as a process of its own: `node commit-loop.ts <database url> <session id> [<count>]`. Each round is one commit of a
// message, its tool call, an event and the new head; the message's id goes to standard output when it is acknowledged.

const [url = '', id = '', count = 'Infinity'] = process.argv.slice(2)
const store = await openStore({ url })

for (let round = 0, head = await store.head(id); round < Number(count); round += 1) {
  const text = `${'x'.repeat(2000)} ${round}`
  const message = messageOf({ id }, { role: 'assistant', metadata: ANSWERED, content: [{ type: 'text', text }] })
  await store.commit({
    session_id: id,
    messages: chain([message], head),
    tool_calls: [toolCallOf(message)],
    events: [eventOf({ id }, 'turn.cancelled', { message_id: message.id })],
    patch: { head_id: message.id, title: message.id },
  })
  head = message.id
  writeSync(1, `${message.id}\n`)
}
await store.close()
