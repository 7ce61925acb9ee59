'use client'

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { errorWords } from '../../_client/error-words.ts'
import { ApiError, isRefusal, unreachable } from '../../_client/use-api.ts'
import type { Sending } from '../../_client/use-upload.ts'
import { behindFirstScreen } from '../../_content/first-screen.ts'
import { latePart, useLatePart, whenLoaded } from '../../_content/late-part.ts'
import { useTexts } from '../../_texts/texts.ts'
import type { Attachment } from './attachment.ts'
import { readKept } from './draft-store.ts'
import type { Uploaded } from './file-upload.ts'

type Send = (sending: Sending) => Promise<Uploaded>

/** What is over before is shown without any sign of it: nothing flickers. */
const SLOW_AFTER = 300

const BEGUN: Attachment['upload'] = { state: 'uploading', percent: null }

/** How files are read and sent. */
const UPLOAD = latePart(behindFirstScreen(() => import('./file-upload.ts')))

async function fileUpload() {
  try {
    return UPLOAD.current() ?? (await import('./file-upload.ts'))
  } catch (cause) {
    throw unreachable(cause)
  }
}

/** Of a tray that nobody has touched: it says nothing of what is kept. */
const UNTOUCHED: readonly Attachment[] = []

/**
 * Pictures and files on their way into a message: uploaded as soon as they are added, and kept under `draft` beside its words.
 * They go along when that changes.
 */
export function useAttachments(draft: string) {
  useLatePart(UPLOAD)
  const texts = useTexts()
  const [attachments, setAttachments] = useState(UNTOUCHED)
  const nextKey = useRef(1)
  const jobs = useRef(new Map<number, { name: string; send: Send; aborter: AbortController }>())
  /** Of texts that were pasted on this page, by key. */
  const words = useRef(new Map<number, string>())
  /** Sent, and kept until that is known to have come. */
  const onTheirWay = useRef(UNTOUCHED)
  useEffect(() => {
    const { current } = jobs
    return () => {
      for (const { aborter } of current.values()) aborter.abort()
    }
  }, [])

  const isRestored = useRef(false)
  useLayoutEffect(() => {
    if (isRestored.current) return
    isRestored.current = true
    if (readKept('draft-files', draft) !== '') void restore().catch(() => undefined)
  })
  useEffect(() => {
    if (attachments === UNTOUCHED) return
    // Each behind the one before: whoever adds a file has all of this loaded at once.
    const files = [...onTheirWay.current, ...attachments]
    void fileUpload()
      .then(({ keepFiles }) => keepFiles(draft, files, words.current))
      .catch(() => undefined)
  }, [draft, attachments])

  /** In the order in which they were, before those that were added meanwhile. */
  async function restore() {
    const { fromKept, keptFiles } = await fileUpload()
    const kept = keptFiles(draft)
    if (kept.length === 0) return
    const restored = kept.map((file) => fromKept(file, nextKey.current++))
    setAttachments((added) => [...restored, ...added])
    for (const [at, { key, name, upload }] of restored.entries()) {
      const text = kept[at]?.words
      if (upload.state === 'ready') void lookAfter(key, upload.block.source.data).catch(() => undefined)
      else if (text) {
        words.current.set(key, text)
        settle(key, { upload: BEGUN })
        void run(key, name, (sending) => uploadText(text, sending))
      }
    }
  }

  /** What the server has no more of is said before the message is sent. */
  async function lookAfter(key: number, data: string) {
    await whenLoaded(UPLOAD)
    const { isUploadGone } = await fileUpload()
    if (await isUploadGone(data)) settle(key, { upload: { state: 'lost', isGone: true } })
  }

  function settle(key: number, settled: Partial<Attachment>) {
    setAttachments((all) => all.map((one) => (one.key === key ? { ...one, ...settled } : one)))
  }

  function add(file: Pick<Attachment, 'name'> & Partial<Attachment>, send: Send): number {
    const { name, preview = null, size = null, isPasted = false } = file
    const key = nextKey.current++
    const attachment = { key, name, preview, size, isPasted, excerpt: null, read: null, isSlow: false, upload: BEGUN }
    setAttachments((all) => [...all, attachment])
    void run(key, name, send)
    return key
  }

  async function run(key: number, name: string, send: Send) {
    const aborter = new AbortController()
    const { signal } = aborter
    jobs.current.set(key, { name, send, aborter })
    const slow = setTimeout(() => settle(key, { isSlow: true }), SLOW_AFTER)
    try {
      const sent = send({ signal, onProgress: (percent) => settle(key, { upload: { state: 'uploading', percent } }) })
      const uploaded = await sent
      const { arrived } = await fileUpload()
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
    void run(key, job.name, job.send)
  }

  function addFile(file: File) {
    // A drawing in words: any model can read it as text.
    if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') {
      const name = file.name || 'file'
      const key = add({ name, size: file.size }, (sending) => upload(file, name, sending))
      void readExcerpt(file, key).catch(() => undefined)
      return
    }
    add({ name: file.name || 'picture', preview: URL.createObjectURL(file) }, async (sending) => {
      const { uploadPicture } = await fileUpload()
      return await uploadPicture(file, sending, texts.composer.only_pictures)
    })
  }

  /** A long text that was pasted is a file, which says its beginning and can be text again. */
  function addText(text: string) {
    const file = pastedFile(text)
    const { name, size } = file
    const key = add({ name, size, isPasted: true }, (sending) => uploadText(text, sending))
    words.current.set(key, text)
    void readExcerpt(file, key).catch(() => undefined)
  }

  async function readExcerpt(file: File, key: number) {
    const { excerptOf } = await fileUpload()
    settle(key, { excerpt: await excerptOf(file) })
  }

  /** What a pasted text says, by this page or, on a later one, by the server; null where that has it no more. */
  async function wordsOf(attachment: Attachment): Promise<string | null> {
    const { wordsOf } = await fileUpload()
    return await wordsOf(attachment, words.current, settle)
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
    onTheirWay.current = attachments
    setAttachments((all) => all.filter((one) => !attachments.includes(one)))
    return attachments
  }

  /** In front of those that were added meanwhile. */
  function putBack(taken: readonly Attachment[]) {
    onTheirWay.current = UNTOUCHED
    setAttachments((all) => [...taken, ...all])
  }

  function release(taken: readonly Attachment[]) {
    putBack(UNTOUCHED)
    releasePreviews(taken)
  }

  return {
    attachments,
    addFiles: (files: Iterable<File>) => {
      for (const file of files) addFile(file)
    },
    addText,
    addAddress: (address: string) =>
      void add({ name: nameOf(address) }, async ({ signal }) => {
        const { importPicture } = await fileUpload()
        return await importPicture(address, signal)
      }),
    again,
    wordsOf,
    remove,
    take,
    putBack,
    release,
  }
}

export function releasePreviews(attachments: readonly Attachment[]): void {
  for (const { preview } of attachments) if (preview?.startsWith('blob:')) URL.revokeObjectURL(preview)
}

const pastedFile = (text: string) => new File([text], 'pasted.txt', { type: 'text/plain' })

async function uploadText(text: string, sending: Sending): Promise<Uploaded> {
  const file = pastedFile(text)
  return await upload(file, file.name, sending)
}

async function upload(file: File, name: string, sending: Sending): Promise<Uploaded> {
  const { uploadAttachment } = await fileUpload()
  return await uploadAttachment(file, name, sending)
}

function nameOf(address: string): string {
  const { pathname, host } = new URL(address)
  return pathname.split('/').at(-1) || host
}
