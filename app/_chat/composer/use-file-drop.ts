'use client'

import { useEffect, useEffectEvent, useState } from 'react'

/** Takes files that are dropped anywhere on the page, where the browser would otherwise leave it to open them. */
export function useFileDrop(onFiles: (files: Iterable<File>) => void): { dragging: boolean } {
  const [dragging, setDragging] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setDragging(true)
    }
    const onDragLeave = (event: DragEvent) => {
      // Leaving the window, not merely passing from one element to the next.
      if (event.relatedTarget === null) setDragging(false)
    }
    const onDrop = (event: DragEvent) => {
      setDragging(false)
      const files = event.dataTransfer?.files
      if (!files?.length) return
      event.preventDefault()
      take(files)
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('dragleave', onDragLeave)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('dragleave', onDragLeave)
      window.removeEventListener('drop', onDrop)
    }
  }, [])
  return { dragging }
}
