import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadScriptsAfterPaint, pageChange } from '#app/_http/scripts-after-paint.ts'

const HEAD =
  '<!DOCTYPE html><html><head><link rel="stylesheet" href="/_next/static/chunks/a.css" nonce="n-1"/>' +
  '<link rel="preload" as="script" fetchPriority="low" nonce="n-1" href="/_next/static/chunks/main.js"/>' +
  '<script src="/_next/static/chunks/a~1.js" async="" nonce="n-1"></script>' +
  '<script src="/_next/static/chunks/old.js" noModule="" nonce="n-1"></script></head>'
const BODY =
  '<body class="x"><main>Grüße, 你好, &lt;script src=&quot;/x.js&quot;&gt; 1 < 2 🙂</main>' +
  '<script nonce="n-1" id="_R_">"<b"</script><script src="/_next/static/chunks/main.js" nonce="n-1" async=""></script>'
const END = '<script nonce="n-1">self.__next_f.push([1,"<"])</script></body></html>'

/** As a reader sees it: what sets things up in the page is told apart from what is asked of it. */
function changed(...pieces: (Uint8Array | string)[]): string {
  const { next, end } = pageChange()
  const page = Buffer.concat([...pieces.map(next), end()]).toString()
  return page.replace(/\{;let waiting=.*?\}(?=afterPaint\()/, '{…}')
}

const CHANGED =
  '<!DOCTYPE html><html><head><link rel="stylesheet" href="/_next/static/chunks/a.css" nonce="n-1"/>' +
  '<script src="/_next/static/chunks/old.js" noModule="" nonce="n-1"></script></head>' +
  '<body class="x"><main>Grüße, 你好, &lt;script src=&quot;/x.js&quot;&gt; 1 < 2 🙂</main>' +
  '<script nonce="n-1" id="_R_">"<b"</script>' +
  '<script nonce="n-1">{…}afterPaint("/_next/static/chunks/a~1.js","/_next/static/chunks/main.js")</script>' +
  END

test('the scripts of a page are asked for where its body ends', () => {
  expect(changed(HEAD + BODY + END)).toBe(CHANGED)
})

test('wherever a page is cut into pieces, within letters too', () => {
  const page = Buffer.from(HEAD + BODY + END)
  for (let cut = 0; cut <= page.length; cut += 1) {
    expect(changed(page.subarray(0, cut), page.subarray(cut))).toBe(CHANGED)
  }
  expect(changed(...Array.from(page, (byte) => Uint8Array.of(byte)))).toBe(CHANGED)
})

test('a script that comes with a later piece of the page is asked for in the same way', () => {
  const late = '<script src="/_next/static/chunks/late.js" async="" nonce="n-1"></script>'
  expect(changed(HEAD + BODY, late + END)).toBe(
    CHANGED.replace(END, `<script nonce="n-1">afterPaint("/_next/static/chunks/late.js")</script>${END}`),
  )
})

test('a page whose body names none has those of its head at its end', () => {
  expect(changed(`${HEAD}<body>words</body></html>`)).toMatch(
    /<body>words<\/body><\/html><script nonce="n-1">\{…\}afterPaint\("\/_next\/static\/chunks\/a~1\.js"\)<\/script>$/,
  )
})

test.each([
  ['one that is not to come at any time', '<script src="/a.js" nonce="n"></script>'],
  ['one of another place', '<script src="https://x.test/a.js" async="" nonce="n"></script>'],
  ['one without a nonce', '<script src="/a.js" async=""></script>'],
  ['a tag that never ends', '<script src="/a.js'],
  ['a page without scripts', '<body><p>words</p></body>'],
])('%s stays as it is', (_name, tag) => {
  expect(changed(tag)).toBe(tag)
})

beforeAll(loadScriptsAfterPaint)

/** What a server with these answers says to a reader. */
async function answerOf(answer: RequestListener, method = 'GET', path = '/'): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method })).text()
}

test('a server writes its pages so, in whatever pieces', async () => {
  const written: unknown[] = []
  const page = await answerOf((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.write(HEAD, () => written.push('head'))
    response.write(Buffer.from(BODY))
    response.end(END, () => written.push('end'))
  })
  expect(page.replace(/\{;let waiting=.*?\}(?=afterPaint\()/, '{…}')).toBe(CHANGED)
  expect(written).toEqual(['head', 'end'])
})

test.each<[string, Record<string, string>, string?, string?]>([
  ['what is no page', { 'content-type': 'application/json' }],
  ['a page whose length was said', { 'content-type': 'text/html', 'content-length': String(HEAD.length) }],
  ['an answer to what is no GET', { 'content-type': 'text/html' }, 'POST'],
  ['a file of a route', { 'content-type': 'text/html' }, 'GET', '/api/media/page.html'],
])('%s is sent as it is', async (_name, headers, method, path) => {
  const answer: RequestListener = (_request, response) =>
    response.setHeaders(new Map(Object.entries(headers))).end(HEAD)
  expect(await answerOf(answer, method, path)).toBe(HEAD)
})
