import type { Page } from '@playwright/test'
import type { Script } from './upstream.ts'

const [TIMES, LONGEST_MS] = [10, 10_000]

interface Moments {
  pressed: number
  question: number
  text: number
  /** Which frame after the press shows the question: 1 is the next one, before which nothing can be shown. */
  frame: number
}

/**
 * From Enter to the frame that shows the question, and from the provider's first word to the frame that shows it: the same
 * machine's clock tells both. A frame takes 17 ms, so that a step that is in time may still be told as one; which frame after
 * the press it is says whether anything quicker could be. The provider thinks for 0.3 s: the page has done with the question.
 */
export async function measureEnter(
  model: string,
  open: () => Promise<Page>,
  scripts: Map<string, Script>,
  firstWordAt: () => number,
): Promise<string[]> {
  scripts.set('it', { pieces: ['Here', ' it is, with some words more.'], rate: 20, thinks: 300 })
  const rows = ['| from … to … | median ms | longest ms | in the frame after the press |', '| --- | --: | --: | --: |']
  const page = await open()
  const [shown, text, frames] = [[] as number[], [] as number[], [] as number[]]
  for (let time = 0; time <= TIMES; time += 1) {
    const { pressed, question, text: seen, frame } = await askAndLook(page, time)
    // The first one loads the renderer.
    if (time === 0) continue
    shown.push(question - pressed)
    text.push(seen - firstWordAt())
    frames.push(frame)
  }
  rows.push(
    row('Enter to the question, in a chat', shown, frames),
    row('the first word sent to the first word shown', text),
  )
  const [fresh, freshFrames] = [[] as number[], [] as number[]]
  for (let time = 0; time < TIMES; time += 1) {
    await page.goto(new URL('/', page.url()).href, { waitUntil: 'networkidle' })
    const { pressed, question, frame } = await askAndLook(page, time, `@${model} `)
    fresh.push(question - pressed)
    freshFrames.push(frame)
  }
  rows.push(row('Enter to the question, in a new chat', fresh, freshFrames))
  await page.close()
  return rows
}

async function askAndLook(page: Page, time: number, mention = ''): Promise<Moments> {
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill(`${mention}script it ${time}`)
  const watched = page.evaluate(watch, [`script it ${time}`, LONGEST_MS] as const)
  await field.press('Enter')
  const moments = await watched
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
  return moments
}

/** In the page. A frame is over when a task that was asked for in it runs. */
function watch([question, longest]: readonly [string, number]): Promise<Moments> {
  return new Promise((resolve, reject) => {
    const moments = { pressed: 0, question: 0, text: 0, frame: 0 }
    let frames = 0
    const count = () => {
      frames += 1
      if (moments.frame === 0) requestAnimationFrame(count)
    }
    setTimeout(() => reject(new Error(`not seen: ${JSON.stringify(moments)}`)), longest)
    const answers = document.querySelectorAll('.markdown').length
    const framed = (name: 'question' | 'text') => {
      moments[name] = -1
      if (name === 'question') moments.frame = frames + 1
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          moments[name] = performance.timeOrigin + performance.now()
          if (moments.question > 0 && moments.text > 0) resolve(moments)
        }
        port2.postMessage(null)
      })
    }
    const look = () => {
      const isAsked = [...document.querySelectorAll('main p')].some(({ textContent }) =>
        textContent?.endsWith(question),
      )
      if (moments.question === 0 && isAsked) framed('question')
      const written = [...document.querySelectorAll('.markdown')].slice(answers)
      if (moments.text === 0 && written.some(({ textContent }) => textContent?.includes('Here'))) framed('text')
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
    addEventListener(
      'keydown',
      () => {
        moments.pressed = performance.timeOrigin + performance.now()
        requestAnimationFrame(count)
      },
      { once: true, capture: true },
    )
  })
}

function row(name: string, times: number[], frames: number[] = []): string {
  const next = frames.filter((frame) => frame === 1).length
  const sorted = times.toSorted((one, other) => one - other)
  return `| ${name} | ${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} | ${Math.round(sorted.at(-1) ?? 0)} | ${frames.length > 0 ? `${next} of ${frames.length}` : ''} |`
}
