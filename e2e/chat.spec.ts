import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { Decimal } from 'decimal.js'
import { english } from '#app/_texts/english/first.ts'
import { textOf } from '#lib/canonical/block.ts'
import { chatPage, SERVER_KILLED, test, untilLonger } from './chat-page.ts'
import { apiClient } from './client.ts'
import { startServer } from './server.ts'

// The first paragraph of what the product promises, in one sitting.

let folder: string
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-chat-'))
})
test.use({ noise: SERVER_KILLED })
test.afterEach(() => rm(folder, { recursive: true, force: true }))

test('someone talks to a model on a fresh machine, stops it, reloads in mid-answer, switches to another wire format and goes on, and nothing is lost', async ({
  page,
}) => {
  test.setTimeout(240_000)
  let server = await startServer(folder)
  const api = apiClient(server.url)
  const chat = chatPage(page)
  const read = () => chat.answer.textContent()
  try {
    await test.step('opens the page and finds it empty, with a scripted model to talk to', async () => {
      await chat.open(server.url)
      await expect(page.getByRole('heading', { name: 'Change the model. Keep the conversation.' })).toBeVisible()
      await expect(page.getByText('No key yet, so a script answers.')).toBeVisible()
      await chat.showChats()
      await expect(chat.chats).toContainText('Your chats will be listed here')
      await page.keyboard.press('Escape')
    })

    await test.step('talks, and watches the answer grow', async () => {
      await chat.send('very long, please')
      await expect(page).toHaveURL(/\/c\/[0-9A-HJKMNP-TV-Z]{26}$/)
      await expect(chat.answer).toHaveAttribute('aria-busy', 'true')
      let length = 0
      for (let look = 0; look < 3; look++) length = await untilLonger(read, length, 40)
    })

    await test.step('stops it with the button', async () => {
      await chat.stopButton.click()
      await chat.ended()
      await expect(chat.answer).toContainText('Stopped. What had arrived is kept.')
      await expect(chat.answer).toContainText('How one conversation moves between models')
    })

    await test.step('stops the next one with Escape', async () => {
      await chat.send('very long, once more')
      // Else the answer before it is read, and this one is stopped before it was asked for.
      await expect(chat.answer).toHaveAttribute('aria-busy', 'true')
      await untilLonger(read, 0, 40)
      await page.keyboard.press('Escape')
      await chat.ended()
      await expect(chat.answer).toContainText('Stopped. What had arrived is kept.')
    })

    await test.step('has something calculated', async () => {
      await chat.send('calculate 12*(3+4)')
      await chat.ended()
      await expect(chat.exchange.getByRole('group', { name: 'Tool call calculator' })).toContainText('Done')
      await expect(chat.answer).toContainText('84')
    })

    await test.step('reloads in the middle of an answer, which goes on to its whole end', async () => {
      await chat.send('help')
      await expect(chat.answer).toHaveAttribute('aria-busy', 'true')
      const before = await untilLonger(read, 0, 200)
      // No waiting for more than the page needs: the answer goes on meanwhile, and has an end.
      await page.reload({ waitUntil: 'commit' })
      await expect(chat.answer).toHaveAttribute('aria-busy', 'true')
      await untilLonger(read, before, 0)
      // Who writes it is told before it has ended.
      await expect(chat.exchange.getByText(/^writing/)).toBeVisible()
      await expect(chat.answer).toHaveAttribute('aria-busy', 'true')
      await chat.ended()
      const stored = (await api.messages(chat.sessionId())).at(-1)
      expect(stored?.metadata).toMatchObject({ status: 'complete', stop_reason: 'end_turn' })
      expect(lettersOf((await read()) ?? '')).toBe(lettersOf(textOf(stored?.content ?? [])))
    })

    await test.step('switches to the other wire format, which knows the call made before by its canonical id', async () => {
      const label = await chat.pickModel('demo:openai')
      await expect(chat.picker).toHaveAccessibleName(`Model: ${label}`)
      await chat.send('what did you receive, with ids?')
      await chat.ended()
      await expect(chat.answer).toContainText('This reached me over Chat Completions')
      const [call] = (await api.messages(chat.sessionId())).flatMap(({ content }) =>
        content.flatMap((block) => (block.type === 'tool_use' ? block.id : [])),
      )
      expect(call).toMatch(/^tu_/)
      await expect(chat.answer).toContainText(`tool call ${call}: calculator`)
      await expect(chat.answer).toContainText(`tool result ${call}: ok`)
      await expect(chat.exchange.getByText('was followed by')).toBeAttached()
    })

    await test.step('sees the tokens, the cost and the time of each answer, and the cost of all', async () => {
      const messages = await api.messages(chat.sessionId())
      const session = await api.session(chat.sessionId())
      const answers = messages.filter(({ role }) => role === 'assistant')
      expect(messages.map(({ role, metadata }) => `${role} ${metadata.status}`)).toEqual([
        'user complete',
        'assistant cancelled',
        'user complete',
        'assistant cancelled',
        'user complete',
        'assistant complete',
        'tool complete',
        'assistant complete',
        'user complete',
        'assistant complete',
        'user complete',
        'assistant complete',
      ])
      expect(answers.map(({ metadata }) => metadata.model)).toEqual([
        ...Array<string>(5).fill('demo:anthropic'),
        'demo:openai',
      ])
      const costs = answers.map(({ metadata }) => new Decimal(metadata.usage?.cost_usd ?? Number.NaN))
      expect(costs.every((cost) => cost.gt(0))).toBe(true)
      expect(session.cost_usd).toBe(Decimal.sum(...costs).toFixed())
      expect(answers.every(({ metadata }) => (metadata.usage?.latency_ms ?? 0) > 0)).toBe(true)
      const results = messages.flatMap(({ content }) => content.filter((block) => block.type === 'tool_result'))
      expect(results).toMatchObject([{ is_error: false }])

      const last = answers.at(-1)?.metadata.usage
      await expect(chat.exchange).toContainText(`wrote ${english.format.count(last?.output_tokens ?? 0)}`)
      await expect(chat.exchange).toContainText(english.format.amount(last?.cost_usd ?? ''))
      await expect(chat.exchange).toContainText(/\d\s(s|min)/)
      // Its model was called twice: for the tool, and with what the tool said.
      const calculated = page.getByRole('region', { name: 'Exchange' }).nth(2)
      await expect(calculated.getByTitle('Cost of this answer')).toHaveText(
        english.format.amount(Decimal.sum(...costs.slice(2, 4)).toFixed()),
      )
      await expect(calculated.getByTitle(/over 2 model calls$/)).toHaveCount(1)
      await expect(page.getByTitle('Cost of this chat')).toHaveText(english.format.amount(session.cost_usd ?? ''))
    })

    await test.step('comes back after the server was killed, and finds all of it', async () => {
      const shown = page.getByRole('log', { name: 'Conversation' })
      const before = lettersOf((await shown.textContent()) ?? '')
      await server.kill()
      server = await startServer(folder, {}, server.port)
      await page.reload()
      await chat.ended()
      // The names of the models arrive on their own.
      await expect.poll(async () => lettersOf((await shown.textContent()) ?? '')).toBe(before)
    })
  } finally {
    await server.stop()
  }
})

/** What is left of a text without its marks and spaces, so that Markdown and what it looks like can be compared. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '')
}
