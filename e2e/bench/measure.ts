import type { Browser, CDPSession, Page } from '@playwright/test'

export interface Cost {
  /** Time of the page's main thread in ms: in all its tasks, and of it in scripts, styles and layout. */
  cpu: number
  script: number
  style: number
  layout: number
  /** How often it was laid out: a page that is busy shows an answer in fewer steps, which cost less. */
  layouts: number
  /** The longest tasks, longest first. */
  tasks: number[]
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  tdur?: number
  args?: { name?: string }
}

/**
 * What the page's main thread does meanwhile. All times are of its processor, not of the clock: the machine may be busy
 * with other work.
 */
export async function measure(browser: Browser, page: Page, run: () => Promise<void>): Promise<Cost> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  await browser.startTracing(page, { categories: ['toplevel'] })
  const before = await metrics(client)
  await run()
  const after = await metrics(client)
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  await client.detach()
  const spent = (name: string) => Math.round(((after[name] ?? 0) - (before[name] ?? 0)) * 1_000)
  return {
    cpu: spent('TaskDuration'),
    script: spent('ScriptDuration'),
    style: spent('RecalcStyleDuration'),
    layout: spent('LayoutDuration'),
    layouts: (after.LayoutCount ?? 0) - (before.LayoutCount ?? 0),
    tasks: longestTasks(trace.traceEvents),
  }
}

async function metrics(client: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await client.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

/** Of the main threads of renderers: there is one page. */
function longestTasks(events: readonly TraceEvent[]): number[] {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return events
    .filter(({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && mains.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => Math.round(tdur / 1_000))
    .sort((one, other) => other - one)
    .slice(0, 5)
}
