'use client'

import { useRef, useState } from 'react'
import type { DocumentBlock, ImageBlock } from '#lib/canonical/block.ts'
import { errorWords } from '../../_client/error-words.ts'
import { importPicture, uploadAttachment } from '../../_client/use-api.ts'
import { pictureSource } from '../../_content/picture.tsx'
import { useTexts } from '../../_texts/texts.ts'

export type UploadedBlock = (ImageBlock | DocumentBlock) & { source: { kind: 'file_ref'; data: string } }

export interface Attachment {
  key: number
  name: string
  /** `null` until a picture from elsewhere is here. */
  preview: string | null
  /** Of a file that is no picture, in bytes. */
  size: number | null
  /** The beginning of what stands in it, where that is text. */
  excerpt: string | null
  /** It was pasted, and can be text again. */
  pasted: string | null
  upload: { state: 'uploading' } | { state: 'ready'; block: UploadedBlock } | { state: 'failed'; problem: string }
}

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** Pictures and files on their way into a message: uploaded as soon as they are added. */
export function useAttachments() {
  const texts = useTexts()
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const nextKey = useRef(1)

  function settle(key: number, settled: Partial<Attachment>) {
    setAttachments((all) => all.map((one) => (one.key === key ? { ...one, ...settled } : one)))
  }

  async function add(
    { name, preview = null, size = null, pasted = null }: Pick<Attachment, 'name'> & Partial<Attachment>,
    upload: () => Promise<Uploaded>,
  ) {
    const key = nextKey.current++
    setAttachments((all) => [
      ...all,
      { key, name, preview, size, pasted, excerpt: pasted && excerptOf(pasted), upload: { state: 'uploading' } },
    ])
    try {
      const block = blockOf(await upload(), name)
      const shown = block.type === 'image' ? (preview ?? pictureSource(block)) : null
      settle(key, { upload: { state: 'ready', block }, preview: shown })
    } catch (error) {
      const problem = errorWords(texts, error)
      settle(key, { upload: { state: 'failed', problem } })
    }
  }

  function addFile(file: File) {
    if (!file.type.startsWith('image/')) {
      const name = file.name || 'file'
      void add({ name, size: file.size }, () => uploadAttachment(file, name))
      if (isText(file)) void readExcerpt(file, nextKey.current - 1)
      return
    }
    void add({ name: file.name || 'picture', preview: URL.createObjectURL(file) }, async () => {
      if (PICTURE_TYPES.includes(file.type)) return await uploadAttachment(file)
      throw new Error(texts.composer.only_pictures)
    })
  }

  /** A long text that was pasted is a file, which says its beginning and can be text again. */
  function addText(text: string) {
    const file = new File([text], 'pasted.txt', { type: 'text/plain' })
    void add({ name: file.name, size: file.size, pasted: text }, () => uploadAttachment(file, file.name))
  }

  async function readExcerpt(file: File, key: number) {
    const beginning = await file.slice(0, 400).text()
    settle(key, { excerpt: excerptOf(beginning) })
  }

  function remove(key: number) {
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
    addAddress: (address: string) => void add({ name: nameOf(address) }, () => importPicture(address)),
    remove,
    take,
    /** In front of those that were added meanwhile. */
    putBack: (taken: readonly Attachment[]) => setAttachments((all) => [...taken, ...all]),
  }
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
