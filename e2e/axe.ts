import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const require = createRequire(import.meta.url)

/** The policy of the page does not hold for what the browser's debugger evaluates. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

type Rules = { type: 'tag' | 'rule'; values: readonly string[] }

const ALL: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** What another theme may change. */
export const OF_COLOUR: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

interface Axe {
  run(
    context: Document,
    options: { runOnly: Rules; resultTypes: readonly string[] },
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
}

/** What axe finds on the page as it is now, one line for each element. */
export async function faults(page: Page, rules = ALL): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 200)} ${failureSummary.split('\n')[1]}`),
    )
  }, rules)
}
