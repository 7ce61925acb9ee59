'use client'

import { type ComponentProps, useRef } from 'react'
import { Button } from './button.tsx'
import { useHydrated } from './use-hydrated.ts'

/** Lets one file be chosen from this machine. Before the scripts of the page are there it cannot be pressed. */
export function FileButton({
  accept,
  label,
  onFile,
  disabled = false,
  ...props
}: Omit<ComponentProps<typeof Button>, 'onClick'> & {
  accept: string
  /** Of the field behind the button. */
  label: string
  onFile: (file: File) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()
  return (
    <>
      <Button {...props} disabled={disabled || !isHydrated} onClick={() => field.current?.click()} />
      <input
        ref={field}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same one may be chosen again, once it was changed.
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
