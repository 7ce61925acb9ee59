import { describe, expect, onTestFinished, test } from 'vitest'
import { exportFormat } from '#app/_content/export-format.ts'
import type { Language } from '#app/_texts/language.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { bytesOf, filesIn, startExports } from '#test/support/exportable.ts'
import { PNG, writeRichChat } from '#test/support/rich-chat.ts'
import { ANSWERED, chain, messageOf, session } from '#test/support/session-builder.ts'

async function started() {
  const started = await startExports()
  onTestFinished(() => started[Symbol.asyncDispose]())
  return started
}

const formatOf = (kind: 'markdown' | 'html', language: Language = 'en') =>
  exportFormat(kind, { language, version: '9.9.9' })

type Started = Awaited<ReturnType<typeof started>>

async function chatFile({ exports }: Started, id: string, kind: 'markdown' | 'html', language?: Language) {
  const file = await exports.chat('local', id, await formatOf(kind, language))
  if (!file) throw new Error('there is no such chat')
  return file
}

const ASKED: ContentBlock[] = [{ type: 'text', text: 'What is <b>this</b>?\n- a' }]

/** A chat of one question and its answer. */
async function written({ store }: Started, content: ContentBlock[], title = 'A chat', asked = ASKED) {
  const owner = session({ title, system_prompt: 'Be brief. </div>', cost_usd: '0.0123', unpriced_calls: 1 })
  const question = messageOf(owner, { content: asked })
  const answer = messageOf(owner, { role: 'assistant', content, metadata: ANSWERED })
  await store.createSession(owner, [])
  await store.commit({ session_id: owner.id, messages: chain([question, answer]), patch: { head_id: answer.id } })
  return { owner, question, answer }
}

/** The branch with the tool and the picture, which is not the one that is shown at first. */
async function shownRich(here: Started) {
  const rich = await writeRichChat(here)
  const failed = rich.placed.find(({ message }) => message.metadata.status === 'error')
  await here.store.commit({ session_id: rich.owner.id, patch: { head_id: failed?.message.id ?? null } })
  return rich
}

describe('Markdown', () => {
  test('is one file where there is nothing beside it', async () => {
    const here = await started()
    const { owner } = await written(here, [
      { type: 'thinking', text: 'Let me see\n</details>' },
      { type: 'text', text: 'It is **bold**.', citations: [{ url: 'https://example.org/a b', title: '[x](y)' }] },
    ])
    const file = await chatFile(here, owner.id, 'markdown')
    expect([file.name, file.media_type]).toEqual([`metis-chat-${owner.id}.md`, 'text/markdown; charset=utf-8'])
    expect((await bytesOf(file)).toString()).toBe(`# A chat

*8 May 2026 at 12:00 UTC · at least $0.0123*

<details>
<summary>System prompt</summary>

> Be brief. </div>

</details>

## You

*8 May 2026 at 12:00 UTC*

What is <b>this</b>?
- a

## demo:test

*8 May 2026 at 12:00 UTC*

<details>
<summary>Thoughts</summary>

> Let me see
> </details>

</details>

It is **bold**.

**Sources**

- [\\[x\\](y)](<https://example.org/a%20b>)

`)
  })

  test('is a zip with pictures beside it, where there are any', async () => {
    const here = await started()
    const { owner, upload, call } = await shownRich(here)
    const file = await chatFile(here, owner.id, 'markdown')
    const files = await filesIn(await bytesOf(file))
    expect([...files.keys()]).toEqual([`chats/${owner.id}.md`, `${upload}.png`])
    const text = files.get(`chats/${owner.id}.md`)
    expect(text).toContain(`![Picture](../${upload}.png)`)
    expect(text).toContain('# ../../\\<b\\>"Rich"\\</b\\>\uFFFD.exe')
    expect(text).toContain(`<summary>Tool: ${call.name}</summary>`)
    expect(text).toContain('**Result**\n\n```\n4\n```')
    expect(text).toContain('*A part of a kind that this version does not know: hologram*')
    expect(text).toContain('*Failed: gone*')
    expect(text).not.toContain('Otherwise')
  })

  test('fences what holds fences itself', async () => {
    const here = await started()
    const call = { type: 'tool_use' as const, id: `tu_${'0'.repeat(26)}`, name: 'a</summary>', input: {} }
    const { owner } = await written(here, [{ ...call, raw_input: '````\n</details>\n````' }])
    const text = (await bytesOf(await chatFile(here, owner.id, 'markdown'))).toString()
    expect(text).toContain('<summary>Tool: a&lt;/summary&gt;</summary>')
    expect(text).toContain('`````json\n````\n</details>\n````\n`````')
  })
})

describe('HTML', () => {
  test('is one page with its pictures in it, that allows nothing but them and its own style', async () => {
    const here = await started()
    const { owner } = await shownRich(here)
    const file = await chatFile(here, owner.id, 'html')
    expect([file.name, file.media_type]).toEqual([`metis-chat-${owner.id}.html`, 'text/html; charset=utf-8'])
    const page = (await bytesOf(file)).toString()
    expect(page).toMatch(
      /content="default-src &#39;none&#39;; img-src data:; style-src &#39;sha256-[\w+/=]{44}&#39;; base-uri/,
    )
    expect(page).toContain('<title>../../&lt;b&gt;&quot;Rich&quot;&lt;/b&gt;\uFFFD.exe</title>')
    expect(page).toContain(`<img alt="Picture" src="data:image/png;base64,${PNG.toString('base64')}">`)
    expect(page).toContain('Not in this file: ..\\..\\evil.pdf')
    expect(page).toContain('<p class="end failed" dir="auto">Failed: gone</p>')
    expect(page).not.toMatch(/<script|<link| on\w+=| style=|https?:\/\//)
  })

  test('has documents in it, under names that lead nowhere', async () => {
    const here = await started()
    const source = { kind: 'base64' as const, data: Buffer.from('<script>').toString('base64') }
    const document = { type: 'document' as const, source, media_type: 'text/html', name: '../a"b\u202e.html' }
    const { owner } = await written(here, [{ type: 'text', text: 'Seen' }], 'A chat', [document])
    const page = (await bytesOf(await chatFile(here, owner.id, 'html'))).toString()
    expect(page).toContain('download=".._a_b_.html" href="data:application/octet-stream;base64,PHNjcmlwdD4="')
  })

  test('shows what was asked as it was typed, and what was answered as Markdown', async () => {
    const here = await started()
    const { owner, question } = await written(
      here,
      [{ type: 'text', text: '# Yes\n\nIt is `<b>`.' }],
      '</title><script>',
    )
    const page = (await bytesOf(await chatFile(here, owner.id, 'html'))).toString()
    expect(page).toContain(
      `<article id="m-${question.id}">\n<div class="said" dir="auto">What is &lt;b&gt;this&lt;/b&gt;?\n- a</div>`,
    )
    expect(page).toContain('<h1 dir="auto">Yes</h1><p dir="auto">It is <code dir="auto">&lt;b&gt;</code>.</p>')
    expect(page).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>')
    expect(page).toContain('Be brief. &lt;/div&gt;')
  })

  test('speaks German to who reads German', async () => {
    const here = await started()
    const { owner } = await written(here, [{ type: 'text', text: 'Ja' }])
    const page = (await bytesOf(await chatFile(here, owner.id, 'html', 'de'))).toString()
    expect(page).toContain('<html lang="de">')
    expect(page).toContain('8. Mai 2026 um 12:00 UTC · mindestens 0,0123')
    expect(page).toContain('<h2>Du</h2>')
  })
})

test('everything for people is a file for each chat, and a page that leads to them', async () => {
  const here = await started()
  const { owner } = await written(here, [{ type: 'text', text: 'Yes' }], '<i>[x](y)</i>')
  for (const [kind, ending, link] of [
    ['markdown', '.md', `- [\\<i\\>\\[x\\](y)\\</i\\>](chats/${owner.id}.md) · `],
    ['html', '.html', `<a href="chats/${owner.id}.html" dir="auto">&lt;i&gt;[x](y)&lt;/i&gt;</a>`],
  ] as const) {
    const files = await filesIn(await bytesOf(await here.exports.everything('local', await formatOf(kind))))
    expect([...files.keys()]).toEqual([`chats/${owner.id}${ending}`, `index${ending}`])
    expect(files.get(`index${ending}`)).toContain(link)
  }
})
