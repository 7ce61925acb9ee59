import { expect, type Locator, type Page } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'
import { pngOf } from './picture.ts'
import { startScriptedServer } from './scripted-server.ts'

// What would be seen at once and is told by no role or name: colours, faces, distances. Few and small, of what stands still;
// `npm run e2e -- appearance --update-snapshots` takes them anew where a change is meant.

const ANSWER = `## Between two models

A **conversation** that goes on with *another model* keeps \`tool_use\` and its [sources](https://example.com), at $5 and $10.

1. what was said
2. what was ~~lost~~ kept
   - [x] pictures
   - [ ] thoughts

> Nothing is lost, and what is left out is said.

| model | in | out |
| --- | --: | --: |
| small | 0.25 | 1.25 |
| large | 5 | 25 |

\`\`\`ts
const total = messages.map(({ cost }) => cost ?? 0) // in dollars
if (total.length > 1) return "several"
\`\`\`

$$\\sum_{k=1}^{n} \\frac{1}{k(k+1)} = \\frac{n}{n+1}$$

Press <kbd>Ctrl</kbd> and H<sub>2</sub>O.
`

let server: Awaited<ReturnType<typeof startScriptedServer>>

test.beforeAll(async () => {
  server = await startScriptedServer({ answer: { pieces: [ANSWER], rate: 100 } })
})

test.afterAll(() => server?.stop())

async function expectToLook(page: Page, part: Locator, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Browsers differ in how they smooth letters, not in where those are.
    await expect(part).toHaveScreenshot(`${name}-${colorScheme}.png`, { maxDiffPixelRatio: 0.01, threshold: 0.3 })
  }
}

test('an answer with all that it may hold looks as it did', async ({ page }) => {
  const { id, address } = await server.newChat()
  const chat = chatPage(page)
  await page.setViewportSize({ width: 800, height: 1_400 })
  await chat.open(address)
  await server.api.say(id, 'script answer')
  await chat.ended()
  await page.reload()
  await chat.ended()
  await expect(chat.answer.locator('.formula:not(.drawn)')).toHaveCount(0)
  await expect(chat.answer.locator('.hljs-keyword').first()).toBeVisible()
  await expectToLook(page, chat.answer.locator('.markdown'), 'answer')
})

test('the composer with a picture, words and the model looks as it did', async ({ page }) => {
  const { address } = await server.newChat('demo:anthropic')
  const chat = chatPage(page)
  await page.setViewportSize({ width: 800, height: 700 })
  await chat.open(address)
  await chat.field.fill('What do you see, and what would another model see?')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach pictures or files' }).click()
  await (await chooser).setFiles({ name: 'sky.png', mimeType: 'image/png', buffer: pngOf(60, 120, 170) })
  await expect(page.getByText('Uploading')).toHaveCount(0)
  await chat.field.blur()
  await page.mouse.move(0, 0)
  await expectToLook(page, page.locator('form').filter({ has: chat.field }), 'composer')
})

test('the choice of models looks as it did', async ({ page }) => {
  const { address } = await server.newChat('demo:anthropic')
  const chat = chatPage(page)
  await page.setViewportSize({ width: 800, height: 900 })
  await chat.open(address)
  await chat.picker.click()
  const choice = page.getByRole('dialog', { name: 'Choose a model' })
  await expect(choice.getByRole('option').first()).toBeVisible()
  await expectToLook(page, choice, 'models')
})
