import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache')

/** Where packages of that name are or will be. */
export function fetchedFolder(name: string): string {
  return join(CACHE, name)
}

/**
 * Brings packages that this project does not depend on into a folder of their own, once for each name: what nobody needs
 * to run or to test the product must not come with every `npm install`. Throws what npm says.
 */
export async function fetchPackages(
  name: string,
  packages: readonly string[],
  { timeoutSeconds = 15 }: { timeoutSeconds?: number } = {},
): Promise<void> {
  const home = fetchedFolder(name)
  if (await exists(home)) return
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'fetched-'))
  // Peers are what the project has itself, further up.
  const flags = ['--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--legacy-peer-deps']
  try {
    const args = ['install', '--prefix', folder, ...flags, ...packages]
    await promisify(execFile)('npm', args, { timeout: timeoutSeconds * 1_000 })
    await rename(folder, home)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    // Another process that needed it too was faster.
    if (!(await exists(home))) throw error
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
