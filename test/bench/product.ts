import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, isBuilt } from '../../app/build.ts'
import { startServer } from '../../e2e/server.ts'
import { connectInspector } from './inspector.ts'

/**
 * The production server with both providers at `baseUrl`, and its data in a folder that goes when it stops; `prepare` writes
 * to that folder first. Its inspector tells what it uses.
 */
export async function startProduct(baseUrl: string, prepare?: (dataDir: string) => Promise<void>) {
  if (!isBuilt() && (await build()) !== 0) throw new Error('the build failed')
  const folder = await mkdtemp(join(tmpdir(), 'metis-bench-'))
  await prepare?.(folder)
  const server = await startServer(folder, {
    ANTHROPIC_BASE_URL: baseUrl,
    ANTHROPIC_API_KEY: '',
    OPENAI_BASE_URL: baseUrl,
    OPENAI_API_KEY: '',
    LIBSQL_URL: '',
    // What the tests have it do beside its work.
    METIS_TEST_CONTRACT: '',
    NODE_OPTIONS: '--inspect=127.0.0.1:0',
  })
  const inspector = await connectInspector(/ws:\/\/127\.0\.0\.1:\S+/.exec(server.output())?.[0] ?? '')
  return {
    url: server.url,
    /** CPU time that the server has used so far, in microseconds. */
    async cpu(): Promise<number> {
      const { user, system } = await inspector.evaluate<NodeJS.CpuUsage>('process.cpuUsage()')
      return user + system
    },
    /** Of it the thread that serves, without the database's and those of V8. */
    async mainCpu(): Promise<number> {
      const { user, system } = await inspector.evaluate<NodeJS.CpuUsage>('process.threadCpuUsage()')
      return user + system
    },
    /** What is in use once all garbage is collected, in bytes. */
    async memory(): Promise<Pick<NodeJS.MemoryUsage, 'heapUsed' | 'external' | 'rss'>> {
      // Twice: what the first one finalises, the second one frees.
      await inspector.call('HeapProfiler.collectGarbage')
      await inspector.call('HeapProfiler.collectGarbage')
      return inspector.evaluate<NodeJS.MemoryUsage>('process.memoryUsage()')
    },
    async stop() {
      inspector.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
