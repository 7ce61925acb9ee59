import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { browserArguments, findBrowser } from './browser.ts'
import { BLANK } from './server.ts'

const ROOT = resolve(import.meta.dirname, '..')
// Two clones may test at the same time: `E2E_PORT` is for the second.
const PORT = Number(process.env.E2E_PORT ?? 3210)
const URL = `http://127.0.0.1:${PORT}`

// Fresh for each run, and left behind to look into. Workers load this file too, while the server is using the folder.
const DATA = resolve(ROOT, 'test-results/e2e-data')
if (process.env.TEST_WORKER_INDEX === undefined) rmSync(DATA, { recursive: true, force: true })

// What has no screen, or is the same on every screen, runs once.
const DESKTOP_ONLY =
  /(access|answer|appearance|asking|automatic|backup|branch|budgets|chats|commands|compare|compatible-server|content|crash|delete|delete-all|document|edit|ending|export|failure|fallback|full-disk|http|import|keyboard|keys|language|last-screen|long-chat|next-cost|offline|oidc|on-its-way|passkeys|people|presets|prices|queue|receipt|refusal|reprice|routing-rules|second-tab|session-list|smoke|start|storage|switch-dialog|switching|temporary|titles|tour|usage|wrong-clock|year)\.spec\.ts$/
const PHONE_ONLY = /phone\.spec\.ts$/
// They are for eyes and check nothing that other files do not: `npm run looks`.
const LOOKS = process.env.E2E_LOOKS === undefined ? [/looks\.spec\.ts$/] : []

const executablePath = findBrowser()

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  snapshotPathTemplate: '{testDir}/{testFileName}-snapshots/{arg}{ext}',
  fullyParallel: true,
  // One more than cores at hand: a run waits most of the time, for answers that come at the pace of a reader.
  workers: 3,
  forbidOnly: process.env.CI !== undefined,
  // Bounds for what hangs, not measures: with both cores busy elsewhere everything takes several times as long.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  globalTimeout: 2_000_000,
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    // What a test says of requests, it says of the page's own.
    serviceWorkers: 'block',
    baseURL: URL,
    // A trace costs more than the test: `npm run e2e -- --trace on` where one is wanted.
    trace: 'off',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args: browserArguments(), ...(executablePath === null ? {} : { executablePath }) },
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: [PHONE_ONLY, ...LOOKS],
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testIgnore: [DESKTOP_ONLY, ...LOOKS],
      use: { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: 'node app/start.ts',
    cwd: ROOT,
    url: `${URL}/api/health`,
    reuseExistingServer: false,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    env: {
      ...BLANK,
      HOST: '127.0.0.1',
      PORT: String(PORT),
      METIS_DATA_DIR: DATA,
      METIS_LOG_LEVEL: 'warn',
    },
  },
})
