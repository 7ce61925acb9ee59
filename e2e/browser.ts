import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** First the shell, which has no window around its pages: a run of all tests takes a seventh less time with it. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Where Playwright keeps the browsers it downloads, whatever their revision. */
const DOWNLOADS = [
  process.env.PLAYWRIGHT_BROWSERS_PATH,
  join(homedir(), '.cache/ms-playwright'),
  join(homedir(), 'Library/Caches/ms-playwright'),
]

/** A Chromium or Chrome that starts: a shell, else the one Playwright was made for, the system's, or any it ever downloaded. */
export function findBrowser(): string | null {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const shells = DOWNLOADS.filter((folder) => folder !== undefined).flatMap((folder) =>
    globSync('chromium_headless_shell-*/*/chrome-headless-shell', { cwd: folder }).map((path) => join(folder, path)),
  )
  const downloaded = DOWNLOADS.filter((folder) => folder !== undefined).flatMap((folder) => [
    ...globSync('chromium-*/chrome-linux*/chrome', { cwd: folder }).map((path) => join(folder, path)),
    ...globSync('chromium-*/chrome-mac*/*.app/Contents/MacOS/*', { cwd: folder }).map((path) => join(folder, path)),
  ])
  const candidates = [
    ...shells,
    ...onPath.filter(isShell),
    chromium.executablePath(),
    ...onPath,
    ...APPLICATIONS,
    ...downloaded,
  ]
  return candidates.find((path) => path !== '' && existsSync(path) && starts(path)) ?? null
}

const isShell = (path: string) => path.endsWith('headless-shell')

/** One that lacks libraries of the system is there and of no use. */
function starts(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

/** Keeps the browser from calling home; sandboxing is not to be had for root. */
export function browserArguments(): string[] {
  const quiet = [
    // Without a graphics card the browser would draw on the processor as if it had one, at the cost of a whole core.
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
  ]
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet
}
