'use client'

import { encode } from 'uqr'

/** A link to be opened by the camera of a phone. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    // Dark on white in every theme: cameras look for that.
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-control border border-line-strong bg-white forced-color-adjust-none"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
