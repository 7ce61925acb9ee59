import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type DownloadOptions, download } from '#lib/net/download.ts'

/** Tests have loopback only: here it stands for the open internet. */
const OPEN: DownloadOptions = { limit: 1_000, accept: 'image/*', isAllowed: () => true }

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const failure = (address: string, options: DownloadOptions = OPEN) =>
  download(address, options).then(
    () => 'downloaded',
    ({ kind, message }: { kind: string; message: string }) => `${kind}: ${message}`,
  )

test('a file comes as it is, and the request says nothing of this installation', async () => {
  const headers: unknown[] = []
  const address = await serve((request, response) => {
    headers.push({ ...request.headers, host: undefined })
    response.end(Buffer.from([1, 2, 3]))
  })
  expect([...(await download(`${address}/a.png?b#c`, OPEN))]).toEqual([1, 2, 3])
  expect(headers).toEqual([
    { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Metis', connection: 'close', host: undefined },
  ])
})

test('whoever downloads is asked before each address is opened, that of a redirect too', async () => {
  let reached = false
  const inside = await serve((_request, response) => {
    reached = true
    response.end('secret')
  })
  const outside = await serve((_request, response) => void response.writeHead(302, { location: `${inside}/b` }).end())
  const asked: string[] = []
  const beforeOpening = (address: string) => {
    asked.push(address)
    return address.startsWith(inside) ? Promise.reject(new Error('not there')) : undefined
  }
  await expect(download(`${outside}/a`, { ...OPEN, beforeOpening })).rejects.toThrow('not there')
  expect(asked).toEqual([`${outside}/a`, `${inside}/b`])
  expect(reached).toBe(false)
})

describe('what is not of the open internet is not opened', () => {
  test('a redirect to this machine, however it is written', async () => {
    let asked = 0
    const inside = await serve((_request, response) => {
      asked += 1
      response.end('secret')
    })
    const { port } = new URL(inside)
    const outside = await serve((request, response) => {
      const location = decodeURIComponent(request.url?.slice(1) ?? '')
      response.writeHead(302, { location }).end()
    })
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f000001', '[::ffff:127.0.0.1]']) {
      const target = encodeURIComponent(`http://${host}:${port}/`)
      expect(await failure(`${outside}/${target}`, { ...OPEN, isAllowed: firstOnly() }), host).toMatch(
        /^refused_address: .* is not an address of the open internet/,
      )
    }
    expect(asked).toBe(0)
  })

  test.each([
    'http://127.0.0.1:9/',
    'http://localhost:9/',
    'http://[::1]:9/',
    'http://169.254.169.254/latest',
    'http://2130706433/',
  ])('%s', async (address) => {
    expect(await failure(address, { limit: 1, accept: '*/*' })).toMatch(
      /^refused_address: .* is not an address of the open internet, and this server opens no other for a page$/,
    )
  })

  test.each([
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'ftp://example.com/a',
    'http://user:word@example.com/',
    'no address',
  ])('%s', async (address) => {
    expect(await failure(address)).toBe('refused_address: only http and https addresses without a user name are opened')
  })
})

describe('a download ends', () => {
  test('when the file says that it is too large', async () => {
    const address = await serve((_request, response) => response.writeHead(200, { 'content-length': '1001' }).end())
    expect(await failure(address)).toBe('too_large: the file is larger than the 0.001 MB allowed')
  })

  test('when more comes than was said', async () => {
    const address = await serve((_request, response) => {
      const more = setInterval(() => response.write(Buffer.alloc(400)), 1)
      response.on('close', () => clearInterval(more))
    })
    expect(await failure(address)).toBe('too_large: the file is larger than the 0.001 MB allowed')
  })

  test('when nothing comes in time', async () => {
    const address = await serve(() => {})
    expect(await failure(address, { ...OPEN, timeoutMs: 50 })).toBe(
      `unreachable: ${new URL(address).host} took too long`,
    )
  })

  test('when the connection breaks in the middle', async () => {
    const address = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '10' })
      response.write('12345', () => response.destroy())
    })
    expect(await failure(address)).toBe(`unreachable: ${new URL(address).host} cannot be reached`)
  })

  test.each([404, 500, 204, 301])('with another status than 200: %i', async (status) => {
    const address = await serve((_request, response) => response.writeHead(status).end())
    expect(await failure(address)).toBe(`status: ${new URL(address).host} answered ${status}`)
  })

  test('after five redirects', async () => {
    let asked = 0
    const address = await serve((_request, response) => {
      asked += 1
      response.writeHead(302, { location: `/${asked}` }).end()
    })
    expect(await failure(address)).toBe(`status: ${address} leads on without end`)
    expect(asked).toBe(6)
  })
})

/** The first server counts as open, nothing after it. */
function firstOnly(): (address: string) => boolean {
  let judged = 0
  return () => {
    judged += 1
    return judged === 1
  }
}
