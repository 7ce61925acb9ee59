import { expect, type Page } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'

const DAY_MS = 86_400_000

/** What a page can say of a length or a distance in time that cannot be. */
const IMPOSSIBLE = /(^|[\s(≈])[-−]\s?\d|\bin \d+ (second|minute|hour|day)s?\b|tomorrow|NaN|Invalid Date|Infinity/im

/** The hour of a moment, and its day, where the reader is. */
function asRead(page: Page, moments: readonly string[]) {
  return page.evaluate(
    (all) =>
      all.map((moment) => {
        const at = new Date(moment)
        const twoDigits = (value: number) => String(value).padStart(2, '0')
        return { clock: `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`, day: at.toDateString() }
      }),
    moments,
  )
}

for (const [name, ahead] of [
  ['a day ahead', DAY_MS],
  ['a day behind', -DAY_MS],
] as const) {
  test(`a browser whose clock is ${name} shows what was said in its order and by the time of the server`, async ({
    page,
    baseURL,
  }, { repeatEachIndex }) => {
    const api = apiClient(baseURL ?? '')
    const names = {
      before: `Ended before, ${name}, ${repeatEachIndex}`,
      after: `Ended since, ${name}, ${repeatEachIndex}`,
    }
    const before = await api.newSession({ title: names.before, active_model: 'demo:openai' })
    // Other stories put their chats before these, and the list shows no more of them than there is room for.
    await api.pin(before)
    await sayToTheEnd(api, before)
    const chat = chatPage(page)
    await page.clock.install({ time: Date.now() + ahead })
    await chat.open('/')
    await chat.send('think about tides')
    await chat.ended()
    await expect(chat.exchange.getByText(/^Thought for [1-9]\d*/)).toBeVisible()
    await chat.send('calculate 6*7')
    await chat.ended()

    const expectInOrder = async () => {
      const log = page.getByRole('log')
      await expect(log.getByRole('article', { name: 'You' })).toHaveText(['think about tides', 'calculate 6*7'])
      await expect(chat.answer).toContainText('42')
      await expect(chat.exchange.getByText(/^\d+(\.\d)?\s(s|min.*)$/).last()).toBeVisible()
      expect(await page.getByRole('main').innerText()).not.toMatch(IMPOSSIBLE)
      const asked = (await api.messages(chat.sessionId())).filter(({ role }) => role === 'user')
      const read = await asRead(
        page,
        asked.map(({ created_at }) => created_at),
      )
      const shown = log.getByText(/^Asked at/).locator('..')
      await expect(shown).toHaveText(read.map(({ clock }) => `Asked at ${clock}`))
      const moments = () => shown.evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
      await expect.poll(moments).toEqual(asked.map(({ created_at }) => created_at))
      // Of what was said on one day there is no line between.
      const days = new Set(read.map(({ day }) => day)).size
      await expect(log.locator('p > time')).toHaveCount(days - 1)
    }
    await expectInOrder()
    await page.reload()
    await chat.ended()
    await expectInOrder()

    await test.step('what ends from now on is new, and what had ended before is not', async () => {
      const after = await api.newSession({ title: names.after, active_model: 'demo:openai' })
      await api.pin(after)
      await sayToTheEnd(api, after)
      const link = (title: string) => chat.chats.getByRole('link', { name: new RegExp(title) })
      await expect(link(names.after)).toHaveAccessibleName(/^Not read yet: /)
      await expect(link(names.before)).not.toHaveAccessibleName(/^Not read yet: /)
    })

    await test.step('a link that ends in 30 days does so by the clock of the server', async () => {
      await page.getByRole('button', { name: 'Share…' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Make the link' }).click()
      await expect(page.getByRole('dialog', { name: 'The link is ready' })).toBeVisible()
      const { shares } = await (await api.call('/shares')).json()
      const { expires_at } = shares.find(({ session_id }: { session_id: string }) => session_id === chat.sessionId())
      expect(Math.round((Date.parse(expires_at) - Date.now()) / 3_600_000)).toBe(30 * 24)
    })
  })
}

async function sayToTheEnd(api: ReturnType<typeof apiClient>, id: string): Promise<void> {
  const watch = await api.watch(id)
  await api.say(id, 'hello')
  await watch.untilType('turn.completed')
  await watch.stop()
}
