export interface Size {
  width: number
  height: number
}

/** From the middle of the window, in pixels. */
export interface Point {
  x: number
  y: number
}

/** How much larger than in the window a picture is, and how far its middle is from the window's. */
export interface Zoom extends Point {
  factor: number
}

export const WHOLE: Zoom = { factor: 1, x: 0, y: 0 }

export const MOST = 8

/** As large as it is whole in a window, with its own proportions. */
export function fitOf(picture: Size, space: Size): Size {
  const scale = Math.min(space.width / picture.width, space.height / picture.height)
  return { width: picture.width * scale, height: picture.height * scale }
}

/** No edge comes further in than where it is when all of the picture is seen: a point that is zoomed at can always stay. */
export function bounded({ factor, x, y }: Zoom, fit: Size): Zoom {
  const within = (value: number, length: number) => {
    const most = (length * (factor - 1)) / 2
    return Math.min(most, Math.max(-most, value))
  }
  return { factor, x: within(x, fit.width), y: within(y, fit.height) }
}

/** What is at a point stays there. */
export function zoomedAt(zoom: Zoom, by: number, at: Point, fit: Size): Zoom {
  const factor = Math.min(MOST, Math.max(1, zoom.factor * by))
  const growth = factor / zoom.factor
  return bounded({ factor, x: at.x - (at.x - zoom.x) * growth, y: at.y - (at.y - zoom.y) * growth }, fit)
}

export function movedBy(zoom: Zoom, { x, y }: Point, fit: Size): Zoom {
  return bounded({ factor: zoom.factor, x: zoom.x + x, y: zoom.y + y }, fit)
}
