import { createAdapter } from '#lib/adapters/registry.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { silentLogger } from '#lib/log.ts'
import type { InstalledProvider } from '#lib/models/installed-provider.ts'

/** A Chat Completions server of the user's own, played by the scripted model, that answers under the name `served`. */
export function ownServer(served: string | null, fields: Partial<InstalledProvider> = {}): InstalledProvider {
  const script = createDemoFetch({ delay: async () => {} })
  const upstream: typeof fetch = async (url, init) => {
    const answer = await script(url, init)
    if (served === null || !answer.body) return answer
    const decoder = new TextDecoder()
    const encoder = new TextEncoder()
    let line = ''
    const renamed = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          const lines = (line + decoder.decode(chunk, { stream: true })).split('\n')
          line = lines.pop() ?? ''
          for (const each of lines) controller.enqueue(encoder.encode(`${rename(each, served)}\n`))
        },
        flush: (controller) => controller.enqueue(encoder.encode(rename(line, served))),
      }),
    )
    return new Response(renamed, { status: answer.status, headers: answer.headers })
  }
  const adapter = createAdapter(
    { type: 'openai', name: 'openai', base_url: 'http://own.invalid', fetch: upstream, log: silentLogger },
    { sleep: async () => {}, random: () => 0 },
  )
  return { name: 'openai', adapterOf: () => adapter, isOwnServer: true, standsInForVendor: true, ...fields }
}

function rename(line: string, served: string): string {
  return line.replace(/("model":\s*)"[^"]*"/, `$1${JSON.stringify(served)}`)
}
