'use client'

import type { MouseEvent, PointerEvent, RefObject } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { bounded, fitOf, movedBy, type Point, type Size, WHOLE, type Zoom, zoomedAt } from './picture-zoom.ts'

/** Kept free on each side of a picture that is shown whole. */
const MARGIN = 8
const CENTER: Point = { x: 0, y: 0 }
const NO_SIZE: Size = { width: 0, height: 0 }

/** A picture that grows at the point that is pointed at, and is moved by a finger or the mouse. */
export function usePictureZoom(picture: Size | null) {
  const area = useRef<HTMLDivElement>(null)
  const space = useInnerSize(area)
  const [asked, setZoom] = useState(WHOLE)
  const fit = picture && space ? fitOf(picture, space) : null
  // Before it is known how large the picture is, nothing of it can be out of view.
  const change = (to: (zoom: Zoom, within: Size) => Zoom) => setZoom((before) => to(before, fit ?? space ?? NO_SIZE))
  const zoomBy = (factor: number, at = CENTER) => change((zoom, within) => zoomedAt(zoom, factor, at, within))
  const move = (by: Point) => change((zoom, within) => movedBy(zoom, by, within))
  /** As many pixels as it has, where that is more than a window shows of it. */
  const closer = picture && fit ? Math.max(2, picture.width / fit.width) : 2

  useWheel(area, (factor, at) => zoomBy(factor, at))
  const fingers = useFingers(area, ({ by, factor, at }) => {
    // What was between the fingers stays between them: first it grows there, then it goes where they have gone.
    zoomBy(factor, { x: at.x - by.x, y: at.y - by.y })
    move(by)
  })

  return {
    area,
    fit,
    zoom: fit ? bounded(asked, fit) : asked,
    zoomBy,
    move,
    showWhole: () => setZoom(WHOLE),
    hands: {
      ...fingers,
      onDoubleClick: (event: MouseEvent) => {
        const at = placeIn(area.current, event)
        setZoom(({ factor }) => (factor > 1 ? WHOLE : zoomedAt(WHOLE, closer, at, fit ?? space ?? NO_SIZE)))
      },
    },
  }
}

function useInnerSize(area: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const element = area.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      setSize({ width: Math.max(1, width - 2 * MARGIN), height: Math.max(1, height - 2 * MARGIN) })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [area])
  return size
}

function placeIn(area: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  if (!area) return CENTER
  const { left, top, width, height } = area.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

/** The page behind must not scroll, which a listener of React cannot prevent. */
function useWheel(area: RefObject<HTMLElement | null>, onTurn: (factor: number, at: Point) => void): void {
  const turn = useEffectEvent(onTurn)
  useEffect(() => {
    const element = area.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      if (event.deltaY === 0) return
      // Two fingers on a touchpad that go apart come as many small turns with Ctrl.
      const factor = event.ctrlKey ? Math.exp(-event.deltaY / 100) : event.deltaY < 0 ? 1.15 : 1 / 1.15
      turn(factor, placeIn(element, event))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [area])
}

interface Gesture {
  by: Point
  factor: number
  at: Point
}

/** One pointer moves, two that go apart or together zoom at their middle. */
function useFingers(area: RefObject<HTMLElement | null>, onGesture: (gesture: Gesture) => void) {
  const fingers = useRef(new Map<number, Point>())
  const grip = () => {
    const [one, other] = [...fingers.current.values()]
    if (!one || !other) return { at: one ?? CENTER, spread: 0 }
    return {
      at: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
      spread: Math.hypot(one.x - other.x, one.y - other.y),
    }
  }
  const forget = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId)
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || fingers.current.size === 2) return
      fingers.current.set(event.pointerId, placeIn(area.current, event))
      // Also beyond the edge of the window it goes on, and ends.
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      if (!fingers.current.has(event.pointerId)) return
      const before = grip()
      fingers.current.set(event.pointerId, placeIn(area.current, event))
      const { at, spread } = grip()
      const factor = before.spread > 0 && spread > 0 ? spread / before.spread : 1
      onGesture({ by: { x: at.x - before.at.x, y: at.y - before.at.y }, factor, at })
    },
    onPointerUp: forget,
    onPointerCancel: forget,
  }
}
