'use client'

import type { ClipboardEvent } from 'react'
import { useState } from 'react'
import { pictureAddress } from '../../_content/picture-address.ts'

/** Takes pictures and files that are pasted, and notices the address of one. */
export function usePaste(onFiles: (files: Iterable<File>) => void) {
  /** The address of a picture that was pasted and may be meant to be seen. */
  const [address, setAddress] = useState<string | null>(null)

  function onPaste(event: ClipboardEvent) {
    const { files, types } = event.clipboardData
    setAddress(pictureAddress(event.clipboardData.getData('text/plain')))
    // Word processors add a picture of the text that was copied; a copied file comes with its name, but never as HTML.
    const isText = types.includes('text/plain') && types.includes('text/html')
    if (files.length === 0 || isText) return
    event.preventDefault()
    onFiles([...files])
  }

  return { address, onPaste, forget: () => setAddress(null) }
}
