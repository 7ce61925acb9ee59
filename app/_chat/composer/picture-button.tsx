'use client'

import { useRef } from 'react'
import { useTexts } from '../../_texts/texts.ts'
import { IconButton } from '../../_ui/icon-button.tsx'

/** Lets pictures and files be picked from this machine: of which kinds, the server says of each. */
export function PictureButton({ onPick }: { onPick: (files: Iterable<File>) => void }) {
  const words = useTexts().composer
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        icon="paperclip"
        label={words.attach}
        className="pointer-coarse:size-11"
        onClick={() => picker.current?.click()}
      />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={words.pictures}
        onChange={(event) => {
          onPick(event.target.files ?? [])
          event.target.value = ''
        }}
      />
    </>
  )
}
