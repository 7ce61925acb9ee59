import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { delay } from './delay.ts'
import { firstStreams } from './first-streams.ts'
import { hostShare, printShare } from './host-share.ts'
import { load } from './load.ts'
import { memory } from './memory.ts'
import { type BenchOptions, parseOption } from './option.ts'
import { preview } from './preview.ts'
import { translation } from './translation.ts'

/**
 * `npm run bench` measures and prints; `npm run bench -- delay` does that section alone, `--streams=100`, `--seconds=5`,
 * `--repetitions=1` and `--wire=chat` change how much `load` and `delay` do, which tell each row as it is measured, and
 * `--write` puts what was measured into the README beside this file. Nothing here passes or fails: figures of a busy machine
 * are no verdict.
 */

const SECTIONS: Readonly<Record<string, (options: BenchOptions) => Promise<string>>> = {
  translation,
  'first-streams': firstStreams,
  load,
  delay,
  memory,
  preview,
}
const README = join(import.meta.dirname, 'README.md')

function machine(): string {
  const load = loadavg()[0]?.toFixed(1)
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  const model = cpus()[0]?.model.replace(/\s+/g, ' ') ?? 'unknown processor'
  return `Measured ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC: ${cpus().length} × ${model}, ${memoryGb} GB, ${platform()} ${release()}, Node ${process.versions.node}, load ${load} at the start.`
}

function write(name: string, report: string): void {
  const readme = readFileSync(README, 'utf8')
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const from = readme.indexOf(start)
  const to = readme.indexOf(end)
  if (from < 0 || to < from) throw new Error(`README.md has no place for ${name}`)
  writeFileSync(README, `${readme.slice(0, from + start.length)}\n\n${report}\n\n${readme.slice(to)}`)
}

async function main(args: readonly string[]): Promise<void> {
  const options = Object.assign({}, ...args.map(parseOption)) as BenchOptions
  const asked = args.filter((arg) => arg !== '--write' && parseOption(arg) === undefined)
  const unknown = asked.filter((name) => !(name in SECTIONS))
  if (unknown.length > 0) throw new Error(`no such section: ${unknown.join(', ')}`)
  for (const [name, measure] of Object.entries(SECTIONS)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    const [start, taken] = [machine(), hostShare()]
    const results = await measure(options)
    const report = `${start} The host gave ${printShare(taken())} of this machine's processors to others meanwhile.\n\n${results}`
    console.log(`\n## ${name}\n\n${report}`)
    if (args.includes('--write')) write(name, report)
  }
}

await main(process.argv.slice(2))
