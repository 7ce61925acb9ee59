'use client'

import type { ClipboardEvent } from 'react'
import { useState } from 'react'
import { pictureAddress } from '../../_content/picture-address.ts'

/** A longer text is a file: among the words it would hide them. */
const [LONGEST, MOST_LINES] = [8_000, 200]

/** Takes pictures, files and long texts that are pasted, and notices the address of a picture. */
export function usePaste(onFiles: (files: Iterable<File>) => void, onLongText: (text: string) => void) {
  /** The address of a picture that was pasted and may be meant to be seen. */
  const [address, setAddress] = useState<string | null>(null)

  function onPaste(event: ClipboardEvent) {
    const { files, types } = event.clipboardData
    const text = event.clipboardData.getData('text/plain')
    setAddress(pictureAddress(text))
    // Word processors add a picture of the text that was copied; a copied file comes with its name, but never as HTML.
    const isText = types.includes('text/plain') && types.includes('text/html')
    if (files.length === 0 || isText) {
      if (!isLong(text)) return
      event.preventDefault()
      onLongText(text)
      return
    }
    event.preventDefault()
    onFiles([...files])
  }

  return { address, onPaste, forget: () => setAddress(null) }
}

function isLong(text: string): boolean {
  return text.length > LONGEST || text.split('\n', MOST_LINES + 1).length > MOST_LINES
}
