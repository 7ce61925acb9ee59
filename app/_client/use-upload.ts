'use client'

import type { AnswerOf, ApiPath, EndpointOf } from '#lib/api/contract.ts'
import { personHeaders } from './page-person.ts'
import { addressOf, refusalOf, request, unreachable } from './use-api.ts'

/** How a file goes to the server: whoever no longer wants it aborts it, and hears of each per cent that has gone. */
export interface Sending {
  signal: AbortSignal
  onProgress: (percent: number) => void
}

/**
 * What a document is, the server tells by its bytes and by this name. Of all that a page can ask with, only this kind of
 * request tells how much of its body has gone.
 */
export function uploadAttachment(file: Blob, name: string | undefined, sending: Sending) {
  const type = file.type || 'application/octet-stream'
  return send<AnswerOf<EndpointOf<'/api/attachments', 'POST'>>>('/api/attachments', { file, name, type }, sending)
}

/** The server fetches it: the page itself loads nothing from elsewhere. */
export function importPicture(url: string, signal: AbortSignal) {
  return request('POST', '/api/attachments/import', { body: { url }, signal })
}

/** A server that cannot be asked says nothing of it. */
export async function isUploadGone(data: string): Promise<boolean> {
  return (await fetch(`/api/${data}`, { method: 'HEAD', headers: personHeaders(), cache: 'no-store' })).status === 404
}

/** What stands in a text as it was uploaded; null where the server has it no more. */
export async function readUpload(data: string): Promise<string | null> {
  let response: Response
  try {
    response = await fetch(`/api/${data}`, { headers: personHeaders() })
    if (response.ok) return await response.text()
  } catch (cause) {
    throw unreachable(cause)
  }
  if (response.status === 404) return null
  throw refusalOf(response.status, await response.json().catch(() => null))
}

/** What it is, its bytes say alone. */
export function uploadImport(file: Blob, name: string, sending: Sending) {
  const type = 'application/octet-stream'
  return send<AnswerOf<EndpointOf<'/api/imports', 'POST'>>>(
    '/api/imports',
    { file, name: name.slice(0, 300), type },
    sending,
  )
}

/** It is read, and not kept. */
export function uploadToVerify(file: Blob, sending: Sending) {
  const sent = { file, name: undefined, type: 'application/octet-stream' }
  return send<AnswerOf<EndpointOf<'/api/exports/verify', 'POST'>>>('/api/exports/verify', sent, sending)
}

interface Sent {
  file: Blob
  name: string | undefined
  type: string
}

function send<T>(path: ApiPath, { file, name, type }: Sent, { signal, onProgress }: Sending): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let told = -1
    request.open('POST', addressOf(path, { query: { name } }))
    request.setRequestHeader('content-type', type)
    for (const [header, value] of Object.entries(personHeaders())) request.setRequestHeader(header, value)
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      const percent = lengthComputable && total > 0 ? Math.floor((100 * loaded) / total) : 0
      if (percent === told) return
      told = percent
      onProgress(percent)
    })
    request.addEventListener('load', () => {
      const body = parsed(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(body as T)
      else reject(refusalOf(request.status, body))
    })
    request.addEventListener('error', () => reject(unreachable(new TypeError('the connection broke'))))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
