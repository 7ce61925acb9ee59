import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import { createAdapter } from '#lib/adapters/registry.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { silentLogger } from '#lib/log.ts'
import { asCurl } from '#lib/receipt/code/curl.ts'
import { asPython } from '#lib/receipt/code/python.ts'
import { asTypeScript } from '#lib/receipt/code/typescript.ts'
import { KEY_PLACE, type WireCall } from '#lib/receipt/code/wire-call.ts'
import { canonicalRequest, user } from '#test/support/message-builder.ts'
import { wireServer } from '#test/support/wire-server.ts'

const run = promisify(execFile)
const KEY = `key "of" $nobody 'else'`

const HOSTILE = [
  `it's`,
  '$(touch /tmp/never) `id` $HOME $' + '{HOME} !! \\',
  'one\ntwo\r\nEND_OF_BODY\nthree\t\u0000\u0007',
  '🐾 ünï \u202e\u2028',
  '"""\'\'\' \\u0041 %s {0} #{x}',
  '--data @/etc/passwd',
]

const bodyOf = (text: string): JsonObject =>
  JSON.parse(
    `{"model":"m","stream":true,"odd":{"__proto__":[null,true,1.5e-7,{}]},"messages":${JSON.stringify([text])}}`,
  )

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-code-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const isThere = (command: string) =>
  run(command, ['--version']).then(
    () => true,
    () => false,
  )
const [hasCurl, hasPython] = await Promise.all(['curl', 'python3'].map(isThere))

describe.skipIf(!hasCurl)('as curl, read by a real shell', () => {
  async function arrives(call: Partial<WireCall> & Pick<WireCall, 'body'>) {
    const host = await wireServer(() => ({ chunks: ['{}'] }))
    const command = asCurl({
      url: `${host.url}/v1/it's/[1-3]{a,b}?a=$HOME`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY_PLACE}`, 'x-odd': `'$HOME"` },
      key_variable: 'A_KEY',
      libraries: null,
      ...call,
    })
    const script = join(folder, 'call.sh')
    await writeFile(script, command)
    await run('sh', [script], { env: { ...process.env, A_KEY: KEY } })
    expect(command).not.toContain(KEY)
    return host.requests[0]
  }

  test.each(HOSTILE)('%j arrives byte for byte, with the key from the environment', async (text) => {
    const body = bodyOf(text)
    const arrived = await arrives({ body })
    expect(arrived?.body).toBe(JSON.stringify(body))
    expect(arrived?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'x-odd': `'$HOME"` })
    expect(arrived?.url).toBe(`/v1/it's/[1-3]{a,b}?a=$HOME`)
  })

  test('a long one stands in a here-document, whatever is in it', async () => {
    const body = bodyOf(HOSTILE.join('').repeat(2_000))
    const arrived = await arrives({ body })
    expect(arrived?.body).toBe(`${JSON.stringify(body)}\n`)
  })
})

const FORMATS: AdapterType[] = ['anthropic', 'openai', 'openai-responses', 'ollama', 'openrouter']

/** As an adapter of the format would send it. */
function callOf(type: AdapterType, text: string): WireCall {
  const adapter = createAdapter({
    type,
    name: 'somebody',
    base_url: 'http://127.0.0.1:1',
    api_key: 'sesame-open',
    log: silentLogger,
  })
  const request = canonicalRequest({ model: 'somebody:model', messages: [user(text)], stream: true, temperature: 0.5 })
  const endpoint = adapter.wireEndpoint?.(request, KEY_PLACE)
  if (!endpoint) throw new Error('it does not say where')
  const body = { ...JSON.parse(adapter.wireBody?.(request) ?? ''), odd: bodyOf(text).odd }
  return { ...endpoint, body, key_variable: 'A_KEY' }
}

/** Says what it was made with and asked, as JSON on one line. */
const PYTHON_LIBRARY = `import json
class Any:
    def __init__(self, made, path=()): self.made, self.path = made, path
    def __getattr__(self, name): return Any(self.made, self.path + (name,))
    def __call__(self, **asked):
        more = asked.pop("extra_body", {})
        print(json.dumps({"made": self.made, "path": ".".join(self.path), "asked": {**asked, **more}}))
        return []
def client(**made): return Any(made)
Anthropic = OpenAI = Client = client
`
const TYPESCRIPT_LIBRARY = `
const any = (made, path) => new Proxy(() => {}, {
  get: (_, name) => (name === 'then' ? undefined : any(made, [...path, name])),
  apply: async (_, __, [asked]) => (console.log(JSON.stringify({ made, path: path.join('.'), asked })), []),
})
export default class Client { constructor(made) { return any(made, []) } }
export { Client as Ollama }
`

describe.each(FORMATS)('as code for the libraries of the format: %s', (type) => {
  const check = (said: string, call: WireCall) => {
    const { made, path, asked } = JSON.parse(said)
    expect(asked).toEqual(call.body)
    expect(path).not.toBe('')
    const base = made.base_url ?? made.baseURL ?? made.host
    expect(call.url.startsWith(base)).toBe(true)
    const told = JSON.stringify(made)
    expect(told).toContain(JSON.stringify(KEY).slice(1, -1))
  }

  test.skipIf(!hasPython)('Python asks with the same body, whatever is in it', async () => {
    for (const name of ['anthropic', 'openai', 'ollama']) await writeFile(join(folder, `${name}.py`), PYTHON_LIBRARY)
    const call = callOf(type, HOSTILE.join('\n'))
    const code = asPython(call) ?? ''
    await writeFile(join(folder, 'call.py'), code)
    const { stdout } = await run('python3', [join(folder, 'call.py')], {
      env: { ...process.env, A_KEY: KEY, PYTHONIOENCODING: 'utf-8' },
    })
    check(stdout, call)
    expect(code).not.toContain('sesame-open')
  })

  test('TypeScript asks with the same body, whatever is in it', async () => {
    for (const name of ['@anthropic-ai/sdk', 'openai', 'ollama']) {
      const place = join(folder, 'node_modules', name)
      await mkdir(place, { recursive: true })
      await writeFile(join(place, 'package.json'), '{"type":"module","exports":"./index.js"}')
      await writeFile(join(place, 'index.js'), TYPESCRIPT_LIBRARY)
    }
    const call = callOf(type, HOSTILE.join('\n'))
    const code = asTypeScript(call) ?? ''
    await writeFile(join(folder, 'call.mts'), code)
    const { stdout } = await run(process.execPath, [join(folder, 'call.mts')], { env: { ...process.env, A_KEY: KEY } })
    check(stdout, call)
    expect(code).not.toContain('sesame-open')
  })
})

test('an address that the libraries do not make has no code of theirs', () => {
  const call = { ...callOf('anthropic', 'Hi'), url: 'https://host.invalid/messages?version=1' }
  expect([asPython(call), asTypeScript(call)]).toEqual([null, null])
})
