import { expect, type Page, type Request } from '@playwright/test'
import type { Script } from './bench/upstream.ts'
import { chatPage, test } from './chat-page.ts'
import { startScriptedServer } from './scripted-server.ts'

// Diagrams that a model writes, drawn by what is loaded for them alone, in a page that reaches nothing.

const mermaid = (text: string) => `\`\`\`mermaid\n${text}\n\`\`\`\n`
const GOOD = `graph TD
  A[A question] -- yes --> B{Is there a key?}
  B --> C[(Kept)]`
const LOOSE = '%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\n'
const HOSTILE = [
  `graph TD\n  A["<img src=x onerror=parent.postMessage('ran','*')>"] --> B["<script>parent.postMessage('ran','*')</script>"]`,
  `${LOOSE}graph TD\n  A["<img src=x onerror=parent.postMessage('ran','*')>"] --> B["<iframe src=x></iframe>"]`,
  `${LOOSE}graph TD\n  A --> B\n  click A "javascript:parent.postMessage('ran','*')" _self`,
  '%%{init: {"themeCSS": ".node rect { background: url(http://127.0.0.1/x); } @import url(http://127.0.0.1/x);"}}%%\ngraph TD\n  A --> B',
  `sequenceDiagram\n  A->>B: <img src=x onerror=parent.postMessage('ran','*')>`,
]
const SCRIPTS: Readonly<Record<string, Script>> = {
  good: { pieces: [`A diagram:\n\n${mermaid(GOOD)}`], rate: 10 },
  hostile: { pieces: HOSTILE.map(mermaid), rate: 10 },
  bad: {
    pieces: [mermaid('graph TD\n  A[never closed --> B'), mermaid(`graph TD\n${'  A --> B\n'.repeat(900)}`)],
    rate: 10,
  },
}

let server: Awaited<ReturnType<typeof startScriptedServer>>

// One server for all of them, which takes as long to start as most of them take.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  server = await startScriptedServer(SCRIPTS)
})

test.afterAll(() => server?.stop())

async function answered(page: Page, script: string) {
  const chat = chatPage(page)
  await chat.open((await server.newChat()).address)
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
  // What draws makes elements of it before it cleans them: the policy of its page complains, and lets nothing leave.
  test.use({
    noise:
      /'img-src' was not explicitly set, so 'default-src' is used|inline event handler violates|policy violated: (?:script-src-attr|img-src)/,
  })

  test('what a diagram brings along does nothing: it is a picture', async ({ page }) => {
    const asked: Request[] = []
    page.on('request', (request) => asked.push(request))
    await page.addInitScript(() => {
      const said: unknown[] = []
      Object.assign(globalThis, { said })
      addEventListener('message', ({ data }) => said.push(data))
    })
    const answer = await answered(page, 'hostile')
    await answer.getByRole('button', { name: 'Show diagram' }).first().click()
    await expect(answer.getByRole('button', { name: 'Diagram' }).or(answer.getByRole('status'))).toHaveCount(
      HOSTILE.length,
    )
    await expect(answer.getByRole('status')).toHaveText([])
    // The page for diagrams answered with pictures, and nothing in them had a word.
    const said = await page.evaluate(() => (globalThis as unknown as { said: unknown[] }).said)
    expect(said).toEqual(HOSTILE.map(() => ({ svg: expect.stringContaining('<svg') })))
    // It asked for something, which its policy kept from leaving the browser.
    const wanted = asked.filter((request) => request.url().endsWith('/x'))
    expect(new Set(wanted.map((request) => request.failure()?.errorText))).toEqual(new Set(['csp']))
    expect(await answer.locator('svg script, foreignObject, iframe').count()).toBe(0)
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
