import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, isBuilt } from '../../app/build.ts'
import { startServer } from '../../e2e/server.ts'

/** The production server with both providers at `baseUrl`, and its data in a folder that goes when it stops. */
export async function startProduct(baseUrl: string, env: Record<string, string> = {}) {
  if (!isBuilt() && build() !== 0) throw new Error('the build failed')
  const folder = await mkdtemp(join(tmpdir(), 'metis-bench-'))
  const server = await startServer(folder, {
    ANTHROPIC_BASE_URL: baseUrl,
    ANTHROPIC_API_KEY: '',
    OPENAI_BASE_URL: baseUrl,
    OPENAI_API_KEY: '',
    LIBSQL_URL: '',
    ...env,
  })
  return {
    url: server.url,
    output: server.output,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
