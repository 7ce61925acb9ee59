import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { type Script, startUpstream } from './bench/upstream.ts'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { startServer } from './server.ts'

// Diagrams that a model writes, drawn by what is loaded for them alone, in a page that reaches nothing.

const mermaid = (text: string) => `\`\`\`mermaid\n${text}\n\`\`\`\n`
const GOOD = `graph TD
  A[A question] -- yes --> B{Is there a key?}
  B --> C[(Kept)]`
const HOSTILE = `%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%
graph TD
  A["<img src=x onerror=parent.alert(1)>"] --> B["<script>parent.alert(2)</script>"]
  B --> C["<iframe src=http://127.0.0.2/></iframe><a href='javascript:alert(3)'>c</a>"]
  click A "javascript:parent.alert(4)" _self
  click B call parent.alert(5)
  style A fill:url(http://127.0.0.2/x)`
const SCRIPTS: Readonly<Record<string, Script>> = {
  good: { pieces: [`A diagram:\n\n${mermaid(GOOD)}`], rate: 10 },
  hostile: { pieces: [mermaid(HOSTILE)], rate: 10 },
  bad: {
    pieces: [mermaid('graph TD\n  A[never closed --> B'), mermaid(`graph TD\n${'  A --> B\n'.repeat(900)}`)],
    rate: 10,
  },
}

let folder: string
let upstream: Awaited<ReturnType<typeof startUpstream>>
let server: Awaited<ReturnType<typeof startServer>>

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-diagram-'))
  upstream = await startUpstream(new Map(Object.entries(SCRIPTS)))
  server = await startServer(folder, { OPENAI_BASE_URL: upstream.url })
})

test.afterAll(async () => {
  await server?.stop()
  upstream?.close()
  await rm(folder, { recursive: true, force: true })
})

async function answered(page: Page, script: string) {
  const id = await apiClient(server.url).newSession({ active_model: 'openai:a-model' })
  const chat = chatPage(page)
  await chat.open(`${server.url}/c/${id}`)
  await chat.send(`script ${script}`)
  await chat.ended()
  return chat.answer
}

test('a diagram is drawn when somebody wants to see it, in the colours of the page, and from then on', async ({
  page,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const answer = await answered(page, 'good')
  expect(loaded.filter((path) => /mermaid|diagram/.test(path))).toEqual([])
  await answer.getByRole('button', { name: 'Show diagram' }).click()
  const picture = answer.getByRole('button', { name: 'Diagram' }).locator('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBeGreaterThan(200)
  const light = await picture.getAttribute('src')
  expect(decodeURIComponent(light ?? '')).toContain('>Kept<')

  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => picture.getAttribute('src')).not.toBe(light)
  await answer.getByRole('button', { name: 'Diagram' }).click()
  await expect(page.getByRole('dialog', { name: 'Picture' }).getByRole('img', { name: 'Diagram' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.reload()
  await expect(picture).toBeVisible()
  await answer.getByRole('button', { name: 'Show source' }).click()
  await expect(answer.getByText('A[A question]')).toBeVisible()
  await expect(picture).toHaveCount(0)
})

test.describe('hostile diagrams', () => {
  // The page for diagrams keeps a handler from running that what draws let through. Any dialog or request fails the test.
  test.use({ noise: /inline event handler violates|policy violated: script-src-attr inline/ })

  test('what a diagram brings along does nothing: it is a picture', async ({ page }) => {
    const answer = await answered(page, 'hostile')
    await answer.getByRole('button', { name: 'Show diagram' }).click()
    const picture = answer.getByRole('button', { name: 'Diagram' }).locator('img')
    await expect(picture.or(answer.getByRole('status'))).toBeVisible()
    expect(
      await page.evaluate(() => document.querySelectorAll('main svg script, main foreignObject, main iframe').length),
    ).toBe(0)
  })
})

test('what is no diagram, or too long to be drawn, stays its source and says so', async ({ page }) => {
  const answer = await answered(page, 'bad')
  await answer.getByRole('button', { name: 'Show diagram' }).first().click()
  await expect(answer.getByRole('status')).toHaveText([
    /no diagram that can be drawn: Parse error on line 3/,
    /too long/,
  ])
  await expect(answer.getByText('A[never closed')).toBeVisible()
})
