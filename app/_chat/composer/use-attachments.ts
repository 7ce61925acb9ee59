'use client'

import { useEffect, useRef, useState } from 'react'
import type { DocumentBlock, ImageBlock } from '#lib/canonical/block.ts'
import { errorWords } from '../../_client/error-words.ts'
import { ApiError, importPicture, isRefusal } from '../../_client/use-api.ts'
import { type Sending, uploadAttachment } from '../../_client/use-upload.ts'
import { pictureSource } from '../../_content/picture.tsx'
import { ownUpload } from '../../_content/surrounding.ts'
import { useTexts } from '../../_texts/texts.ts'

export type UploadedBlock = (ImageBlock | DocumentBlock) & { source: { kind: 'file_ref'; data: string } }

/** What of a document decides what a model gets of it. */
export interface FoundInFile {
  pages: number | null
  has_text: boolean
  is_encrypted: boolean
}

export interface Attachment {
  key: number
  name: string
  /** `null` until a picture from elsewhere is here. */
  preview: string | null
  /** Of a file that is no picture, in bytes. */
  size: number | null
  /** What the server found in a document. */
  read: FoundInFile | null
  /** The beginning of what stands in it, where that is text. */
  excerpt: string | null
  /** It was pasted, and can be text again. */
  pasted: string | null
  /** It took so long that how far it was has been said. */
  isSlow: boolean
  upload:
    | { state: 'uploading' /** `null` of what the server fetches: nobody knows. */; percent: number | null }
    | { state: 'ready'; block: UploadedBlock }
    | { state: 'failed'; problem: string /** The same may go through another time. */; mayGoAgain: boolean }
}

type Send = (sending: Sending) => Promise<Uploaded>

/** What is over before is shown without any sign of it: nothing flickers. */
const SLOW_AFTER = 300

const BEGUN: Attachment['upload'] = { state: 'uploading', percent: null }

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** Pictures and files on their way into a message: uploaded as soon as they are added. */
export function useAttachments() {
  const texts = useTexts()
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const nextKey = useRef(1)
  const jobs = useRef(new Map<number, { name: string; send: Send; aborter: AbortController }>())
  useEffect(() => {
    const { current } = jobs
    return () => {
      for (const { aborter } of current.values()) aborter.abort()
    }
  }, [])

  function settle(key: number, settled: Partial<Attachment>) {
    setAttachments((all) => all.map((one) => (one.key === key ? { ...one, ...settled } : one)))
  }

  function add(file: Pick<Attachment, 'name'> & Partial<Attachment>, send: Send): number {
    const { name, preview = null, size = null, pasted = null } = file
    const key = nextKey.current++
    const excerpt = pasted && excerptOf(pasted)
    const attachment = { key, name, preview, size, pasted, excerpt, read: null, isSlow: false, upload: BEGUN }
    setAttachments((all) => [...all, attachment])
    void upload(key, name, send)
    return key
  }

  async function upload(key: number, name: string, send: Send) {
    const aborter = new AbortController()
    const { signal } = aborter
    jobs.current.set(key, { name, send, aborter })
    const slow = setTimeout(() => settle(key, { isSlow: true }), SLOW_AFTER)
    try {
      const sent = send({ signal, onProgress: (percent) => settle(key, { upload: { state: 'uploading', percent } }) })
      const uploaded = await sent
      jobs.current.delete(key)
      setAttachments((all) => all.map((one) => (one.key === key ? arrived(one, uploaded) : one)))
    } catch (error) {
      const problem = errorWords(texts, error)
      settle(key, { upload: { state: 'failed', problem, mayGoAgain: error instanceof ApiError && !isRefusal(error) } })
    } finally {
      clearTimeout(slow)
    }
  }

  function again(key: number) {
    const job = jobs.current.get(key)
    if (!job) return
    settle(key, { upload: BEGUN, isSlow: false })
    void upload(key, job.name, job.send)
  }

  function addFile(file: File) {
    if (!file.type.startsWith('image/')) {
      const name = file.name || 'file'
      const key = add({ name, size: file.size }, (sending) => uploadAttachment(file, name, sending))
      if (isText(file)) void readExcerpt(file, key)
      return
    }
    add({ name: file.name || 'picture', preview: URL.createObjectURL(file) }, async (sending) => {
      if (PICTURE_TYPES.includes(file.type)) return await uploadAttachment(file, undefined, sending)
      throw new Error(texts.composer.only_pictures)
    })
  }

  /** A long text that was pasted is a file, which says its beginning and can be text again. */
  function addText(text: string) {
    const file = new File([text], 'pasted.txt', { type: 'text/plain' })
    add({ name: file.name, size: file.size, pasted: text }, (sending) => uploadAttachment(file, file.name, sending))
  }

  async function readExcerpt(file: File, key: number) {
    const beginning = await file.slice(0, 400).text()
    settle(key, { excerpt: excerptOf(beginning) })
  }

  /** What is still on its way goes no farther. */
  function remove(key: number) {
    jobs.current.get(key)?.aborter.abort()
    jobs.current.delete(key)
    setAttachments((all) => {
      releasePreviews(all.filter((one) => one.key === key))
      return all.filter((one) => one.key !== key)
    })
  }

  /** Empties the tray. What was in it is for the caller to put back or to release. */
  function take(): readonly Attachment[] {
    setAttachments((all) => all.filter((one) => !attachments.includes(one)))
    return attachments
  }

  return {
    attachments,
    addFiles: (files: Iterable<File>) => {
      for (const file of files) addFile(file)
    },
    addText,
    addAddress: (address: string) =>
      void add({ name: nameOf(address) }, ({ signal }) => importPicture(address, signal)),
    again,
    remove,
    take,
    /** In front of those that were added meanwhile. */
    putBack: (taken: readonly Attachment[]) => setAttachments((all) => [...taken, ...all]),
  }
}

function arrived(attachment: Attachment, uploaded: Uploaded): Attachment {
  const block = blockOf(uploaded, attachment.name)
  const { pages, has_text = true, is_encrypted = false } = uploaded
  const read = block.type === 'document' ? { pages: pages ?? null, has_text, is_encrypted } : null
  const preview = block.type === 'image' ? (attachment.preview ?? pictureSource(block, ownUpload)) : null
  return { ...attachment, preview, read, upload: { state: 'ready', block } }
}

function isText({ type, name }: File): boolean {
  return (
    type.startsWith('text/') ||
    /\.(?:[cm]?[jt]sx?|py|rs|go|java|rb|php|sh|sql|json|ya?ml|toml|md|css|c|h|cpp)$/i.test(name)
  )
}

/** Enough to know it by. */
function excerptOf(text: string): string {
  return text
    .slice(0, 400)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 3)
    .join('\n')
}

interface Uploaded {
  data: string
  media_type: string
  name?: string | undefined
  pages?: number | undefined
  has_text?: boolean | undefined
  is_encrypted?: boolean | undefined
}

/** By what the server found it to be: a picture may come without a type. */
function blockOf({ data, media_type, name }: Uploaded, said: string): UploadedBlock {
  const source = { kind: 'file_ref' as const, data }
  return media_type.startsWith('image/')
    ? { type: 'image', source, media_type }
    : { type: 'document', source, media_type, name: name ?? said }
}

export function releasePreviews(attachments: readonly Attachment[]): void {
  for (const { preview } of attachments) if (preview?.startsWith('blob:')) URL.revokeObjectURL(preview)
}

function nameOf(address: string): string {
  const { pathname, host } = new URL(address)
  return pathname.split('/').at(-1) || host
}
