import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { type Provider, variableNames } from './provider.ts'
import { PROVIDER_LIST, providerList, writeProviderList } from './provider-list.ts'

/**
 * `npm run providers`, and the first step of `npm start`, `npm run dev` and `npm run build`: writes what is made of the
 * records in `providers/`, which are the only place where a provider is described: their list (a bundler needs imports by
 * name), the variables of `.env.example` and the table of the README.
 */

const ROOT = resolve(import.meta.dirname, '../..')
const WIDTH = 120

/** Text between the two lines that hold `mark`, replaced. Throws where they are missing. */
export function between(text: string, mark: string, written: string): string {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.includes(`${mark}: written by`))
  const end = lines.findIndex((line) => line.includes(`end of ${mark}`))
  if (start === -1 || end < start) throw new Error(`no part of the file is marked as "${mark}: written by ..."`)
  return [...lines.slice(0, start + 1), ...written.split('\n'), ...lines.slice(end)].join('\n')
}

/** The README's table of providers, with an empty line on both sides. */
export function readmeTable(providers: readonly Provider[]): string {
  const rows = providers.map((provider) => {
    const names = variableNames(provider).map((name) => `\`${name}\``)
    const address = provider.base_url === null ? '' : `\`${provider.base_url}\``
    return `| ${names.join(', ')} | ${address} | ${provider.about} |`
  })
  return ['', '| variables | address | provider |', '|---|---|---|', ...rows, ''].join('\n')
}

/** The variables of all providers as `.env.example` has them, each provider with its words before it. */
export function exampleLines(providers: readonly Provider[]): string {
  return providers
    .map((provider) => {
      const words = wrapped(`${provider.about}.`).map((line) => `# ${line}`)
      return ['', ...words, ...variableNames(provider).map((name) => `${name}=`)].join('\n')
    })
    .join('\n')
    .concat('\n')
}

function wrapped(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length + 3 <= WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Each file that is written of the records, as it is and as it should be. */
export function written(providers: readonly Provider[]): { path: string; is: string; shouldBe: string }[] {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  const [readme, example] = [join(ROOT, 'README.md'), join(ROOT, '.env.example')]
  return [
    { path: PROVIDER_LIST, is: read(PROVIDER_LIST), shouldBe: providerList() },
    { path: readme, is: read(readme), shouldBe: between(read(readme), 'providers', readmeTable(providers)) },
    { path: example, is: read(example), shouldBe: between(read(example), 'providers', exampleLines(providers)) },
  ]
}

if (process.argv[1] === import.meta.filename) {
  writeProviderList()
  const { PROVIDERS } = await import('./providers.ts')
  for (const { path, is, shouldBe } of written(PROVIDERS)) {
    if (is === shouldBe) continue
    writeFileSync(path, shouldBe)
    console.log(`written: ${relative(ROOT, path)}`)
  }
}
