'use client'

import { useRef, useState } from 'react'
import type { ImageBlock } from '#lib/canonical/block.ts'
import { importPicture, uploadAttachment } from '../../_client/use-api.ts'
import { pictureSource } from '../../_content/picture.tsx'

export interface Attachment {
  key: number
  name: string
  /** `null` until a picture from elsewhere is here. */
  preview: string | null
  upload: { state: 'uploading' } | { state: 'ready'; block: ImageBlock } | { state: 'failed'; problem: string }
}

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']
export const ACCEPTED_TYPES = PICTURE_TYPES.join(',')

/** Pictures on their way into a message: uploaded as soon as they are added. */
export function useAttachments() {
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const nextKey = useRef(1)

  function settle(key: number, upload: Attachment['upload'], preview: string | null) {
    setAttachments((all) => all.map((one) => (one.key === key ? { ...one, upload, preview } : one)))
  }

  async function add(
    name: string,
    preview: string | null,
    upload: () => Promise<{ data: string; media_type: string }>,
  ) {
    const key = nextKey.current++
    setAttachments((all) => [...all, { key, name, preview, upload: { state: 'uploading' } }])
    try {
      const { data, media_type } = await upload()
      const block: ImageBlock = { type: 'image', source: { kind: 'file_ref', data }, media_type }
      settle(key, { state: 'ready', block }, preview ?? pictureSource(block))
    } catch (error) {
      settle(key, { state: 'failed', problem: error instanceof Error ? error.message : String(error) }, preview)
    }
  }

  function addFile(file: File) {
    void add(file.name || 'picture', URL.createObjectURL(file), async () => {
      if (PICTURE_TYPES.includes(file.type)) return await uploadAttachment(file)
      throw new Error('Only PNG, JPEG, GIF, WebP and AVIF pictures can be attached.')
    })
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
    addAddress: (address: string) => void add(nameOf(address), null, () => importPicture(address)),
    remove,
    take,
    /** In front of those that were added meanwhile. */
    putBack: (taken: readonly Attachment[]) => setAttachments((all) => [...taken, ...all]),
  }
}

export function releasePreviews(attachments: readonly Attachment[]): void {
  for (const { preview } of attachments) if (preview?.startsWith('blob:')) URL.revokeObjectURL(preview)
}

function nameOf(address: string): string {
  const { pathname, host } = new URL(address)
  return pathname.split('/').at(-1) || host
}
