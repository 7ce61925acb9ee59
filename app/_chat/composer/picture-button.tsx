'use client'

import { useRef } from 'react'
import { IconButton } from '../../_ui/button.tsx'
import { ACCEPTED_TYPES } from './use-attachments.ts'

/** Lets pictures be picked from this machine. */
export function PictureButton({ onPick }: { onPick: (files: Iterable<File>) => void }) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton icon="paperclip" label="Attach pictures" onClick={() => picker.current?.click()} />
      <input
        ref={picker}
        type="file"
        accept={ACCEPTED_TYPES}
        multiple
        hidden
        aria-label="Pictures"
        onChange={(event) => {
          onPick(event.target.files ?? [])
          event.target.value = ''
        }}
      />
    </>
  )
}
