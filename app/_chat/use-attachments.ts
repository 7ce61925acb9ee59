'use client'

import { useRef, useState } from 'react'
import type { ImageBlock } from '#lib/canonical/block.ts'
import { ApiError, uploadAttachment } from './use-api.ts'

export interface Attachment {
  key: number
  name: string
  preview: string
  upload: { state: 'uploading' } | { state: 'ready'; block: ImageBlock } | { state: 'failed'; problem: string }
}

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']
export const ACCEPTED_TYPES = PICTURE_TYPES.join(',')

/** Pictures on their way into a message: uploaded as soon as they are added. */
export function useAttachments() {
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const nextKey = useRef(1)

  function settle(key: number, upload: Attachment['upload']) {
    setAttachments((all) => all.map((one) => (one.key === key ? { ...one, upload } : one)))
  }

  async function add(file: File) {
    const key = nextKey.current++
    const preview = URL.createObjectURL(file)
    setAttachments((all) => [...all, { key, name: file.name || 'picture', preview, upload: { state: 'uploading' } }])
    if (!PICTURE_TYPES.includes(file.type)) {
      settle(key, { state: 'failed', problem: 'Only PNG, JPEG, GIF, WebP and AVIF pictures can be attached.' })
      return
    }
    try {
      const { data, media_type } = await uploadAttachment(file)
      settle(key, { state: 'ready', block: { type: 'image', source: { kind: 'file_ref', data }, media_type } })
    } catch (error) {
      settle(key, { state: 'failed', problem: error instanceof ApiError ? error.message : 'The upload failed.' })
    }
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
      for (const file of files) void add(file)
    },
    remove,
    take,
    /** In front of those that were added meanwhile. */
    putBack: (taken: readonly Attachment[]) => setAttachments((all) => [...taken, ...all]),
  }
}

export function releasePreviews(attachments: readonly Attachment[]): void {
  for (const { preview } of attachments) URL.revokeObjectURL(preview)
}
