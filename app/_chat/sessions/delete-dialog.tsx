'use client'

import { useState } from 'react'
import { Button } from '../../_ui/button.tsx'
import { Dialog } from '../../_ui/dialog.tsx'

export function DeleteDialog({
  title,
  onDelete,
  onClose,
}: {
  title: string
  onDelete: () => Promise<void>
  onClose: () => void
}) {
  const [state, setState] = useState<'asking' | 'deleting' | 'failed'>('asking')
  async function confirm() {
    setState('deleting')
    try {
      await onDelete()
    } catch {
      setState('failed')
    }
  }
  return (
    <Dialog label="Delete this chat?" onClose={onClose}>
      <h2 className="font-semibold font-serif text-h3">Delete this chat?</h2>
      <p className="mt-2 text-ink-soft">
        “<span dir="auto">{title}</span>” and everything in it will be gone for good.
      </p>
      {state === 'failed' && (
        <p role="alert" className="mt-2 text-danger">
          It could not be deleted. Try again.
        </p>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <Button autoFocus onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" disabled={state === 'deleting'} onClick={() => void confirm()}>
          Delete
        </Button>
      </div>
    </Dialog>
  )
}
