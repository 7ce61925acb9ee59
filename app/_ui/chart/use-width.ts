'use client'

import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** How wide an element is, in pixels: what is drawn in it is drawn for that width, and not shrunk. */
export function useWidth<E extends Element>(usual: number): [RefObject<E | null>, number] {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(usual)

  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new ResizeObserver(([entry]) => {
      const { width } = entry?.contentRect ?? { width: 0 }
      // On paper, and where nothing is laid out, it stays as it was.
      if (width > 0) setWidth(Math.round(width))
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])

  return [element, width]
}
