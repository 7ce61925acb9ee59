import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Reads the same files as the server, in the same order: what is set already wins. */
export function loadEnvFiles(): void {
  for (const name of ['.env.local', '.env']) {
    const path = resolve(import.meta.dirname, '..', name)
    if (existsSync(path)) process.loadEnvFile(path)
  }
}
