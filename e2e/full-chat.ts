import { localDatabaseUrl } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import { monotonicIds } from '#lib/canonical/id.ts'
import type { Message } from '#lib/canonical/message.ts'
import { pdf } from '#test/support/pdf-builder.ts'
import { ANSWERED, chain, messageOf, session, toolCallOf } from '#test/support/session-builder.ts'
import type { apiClient } from './client.ts'
import { pngOf } from './picture.ts'

const MARKDOWN = String.raw`# A falling stone

After $t$ seconds it has fallen $s = \tfrac{1}{2} g t^2$, so that it hits the ground after

$$
t = \sqrt{\frac{2h}{g}} + \int_0^h \frac{\mathrm{d}x}{\sqrt{2gx}} + \sum_{n=1}^{12} \frac{a_n}{n^2 + n + 1} + \prod_{k=1}^{9} \left(1 + \frac{x^k}{k!}\right)
$$

## What it takes

1. **Drop** the stone, [as it is said](https://example.com/stones) in *a book*, and in ${'`a_very_long_name_that_nothing_breaks_but_the_page_itself.does(it)`'}
   - listen, and press <kbd>Space</kbd>
   - [x] measure H<sub>2</sub>O

> A stone that is thrown says nothing.[^1]

| depth | time | speed | what is heard | how often it was tried |
| --: | :-- | :-- | :-- | :-- |
| 5 m | 1.01 s | 9.9 m/s | a splash | seven times |
| 20 m | 2.02 s | 19.8 m/s | a louder splash | twice |

<details>
<summary>Where the root comes from</summary>

From \(s = h\).

</details>

${'```ts'}
// How long it falls, in seconds; a comment that is longer than the column of a phone, so that it scrolls by itself
export const fall = (depth: number): number => Math.sqrt((2 * depth) / 9.81)
${'```'}

${'```diff'}
- const old = 1
+ const next = 2
${'```'}

---

אבן נופלת לבאר, ואחר כך שקט.

[^1]: Nobody has asked it.
`

/** Writes a chat with one of everything that an answer can hold, into the database of a server that is not running. */
export async function writeFullChat(dataDir: string): Promise<string> {
  const store = await openStore({ url: localDatabaseUrl(dataDir) })
  try {
    const owner = session({ title: 'How long a stone falls', active_model: 'demo:anthropic' })
    await store.createSession(owner, [])
    const nextId = monotonicIds()
    const message = (fields: Partial<Message>) => messageOf(owner, { id: nextId(), ...fields })
    const metadata = { ...ANSWERED, model: 'demo:anthropic', turn_id: 'turn_1' }
    const call = `tu_${nextId()}`
    const question = message({ content: [{ type: 'text', text: 'How long does a stone fall?' }] })
    const asking = message({
      role: 'assistant',
      content: [
        { type: 'thinking', text: 'It falls, so it gets faster.' },
        { type: 'tool_use', id: call, name: 'calculator', input: { expression: '2*3' } },
      ],
      metadata,
    })
    const result = message({
      role: 'tool',
      content: [{ type: 'tool_result', tool_use_id: call, content: [{ type: 'text', text: '6' }] }],
      metadata: { parent_tool_use_id: call },
    })
    const placed = chain([
      question,
      asking,
      result,
      message({ role: 'assistant', content: [{ type: 'text', text: MARKDOWN }], metadata }),
    ])
    await store.commit({
      session_id: owner.id,
      messages: placed,
      tool_calls: [toolCallOf(asking, { id: call, result_message_id: result.id, status: 'succeeded' })],
      patch: { head_id: placed.at(-1)?.message.id ?? null },
    })
    return owner.id
  } finally {
    await store.close()
  }
}

/** Goes on in it with a picture and a document, and with an answer that fails. */
export async function goOn(api: ReturnType<typeof apiClient>, id: string): Promise<void> {
  const watch = await api.watch(id)
  const picture = { kind: 'base64', data: pngOf(60, 120, 170).toString('base64') }
  const document = { kind: 'base64', data: Buffer.from(pdf({ pages: ['Sales rose.'] })).toString('base64') }
  await api.say(id, '', {
    content: [
      { type: 'image', media_type: 'image/png', source: picture },
      { type: 'document', media_type: 'application/pdf', name: 'report.pdf', source: document },
      { type: 'text', text: 'What is in these?' },
    ],
  })
  await watch.untilType('turn.completed')
  await api.say(id, 'fault auth')
  await watch.untilType('turn.failed')
  await watch.stop()
}
