'use client'

import { max } from 'd3-array'
import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { type Series, Textures, textureOf } from './series.tsx'
import { ticksFor } from './tick.ts'
import { useWidth } from './use-width.ts'

export interface Bar {
  key: string
  /** Below it: where the bars before it have another head (the month of a day), with that. */
  tick: string
  tickWithHead: string
  head: string
  /** What it stands for and comes to, for those who do not see it. */
  said: string
  /** Of each series. Only how high they are: figures are said in words. */
  values: readonly number[]
}

interface Props {
  /** Its own on the page. */
  id: string
  /** What is shown. */
  label: string
  series: readonly Series[]
  bars: readonly Bar[]
  /** How a line of the axis is called; `step` is the distance to the next. */
  axisLabel: (value: number, step: number, isTop: boolean) => string
  /** About the one bar that is worth a note; where there is room for it. */
  note?: { index: number; lines: readonly string[] } | null
  /** What is shown of a bar that is pointed at. */
  children: (index: number) => ReactNode
}

const TOP = 14
const BOTTOM = 24
const WIDE = 600
const TICK_ROOM = 84

/** Bars over time. With the pointer or the arrow keys each of them says what it is. */
export function StackedBars({ id, label, series, bars, axisLabel, note, children }: Props) {
  const [frame, width] = useWidth<HTMLDivElement>(640)
  const [shown, setShown] = useState<number | null>(null)
  const height = width < WIDE ? 214 : 254
  const y = scaleLinear()
    .domain([0, max(bars, (bar) => bar.values.reduce((sum, value) => sum + value, 0)) || 1])
    .nice(4)
    .range([height - BOTTOM, TOP])
  const lines = y.ticks(4)
  const step = (lines[1] ?? 1) - (lines[0] ?? 0)
  const names = lines.map((value, index) => axisLabel(value, step, index === lines.length - 1))
  const end = width - Math.max(...names.map((name) => name.length)) * 6.6 - 8
  const x = scaleBand<number>()
    .domain(bars.map((_, index) => index))
    .range([0, Math.max(end, 1)])
    .padding(bars.length > 120 ? 0.1 : 0.26)
  const layers = stack<Bar, number>()
    .keys(series.map((_, index) => index))
    .value((bar, index) => bar.values[index] ?? 0)([...bars])
  const left = (index: number) => x(index) ?? 0

  function point(event: PointerEvent<HTMLDivElement>) {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left
    const index = Math.floor((at - x.padding() * x.step() * 0.5) / x.step())
    setShown(at > end ? null : Math.max(0, Math.min(index, bars.length - 1)))
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') return setShown(null)
    const next = MOVES[event.key]?.(shown ?? bars.length - 1, bars.length - 1)
    if (next === undefined) return
    event.preventDefault()
    setShown(next)
  }

  return (
    <div
      ref={frame}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-readonly="true"
      aria-valuemin={1}
      aria-valuemax={bars.length}
      aria-valuenow={(shown ?? bars.length - 1) + 1}
      aria-valuetext={bars[shown ?? bars.length - 1]?.said ?? ''}
      onKeyDown={press}
      onFocus={() => setShown((now) => now ?? bars.length - 1)}
      onBlur={() => setShown(null)}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setShown(null)}
      className="chart relative touch-pan-y rounded-mark"
      style={{ height }}
    >
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="block h-full w-full">
        <Textures id={id} series={series} />
        {lines.map((value, index) => (
          <g key={value}>
            <line
              className={value === 0 ? 'chart-ground' : 'chart-line'}
              x1={0}
              x2={end + 4}
              y1={y(value)}
              y2={y(value)}
            />
            <text x={width} y={y(value) + 4} textAnchor="end">
              {names[index]}
            </text>
          </g>
        ))}
        {layers.map((layer, index) => (
          <g key={series[index]?.key} className="chart-series" data-hand={series[index]?.hand ?? undefined}>
            {layer.map(([low, high], at) =>
              high > low ? (
                <rect
                  key={bars[at]?.key}
                  x={left(at)}
                  y={y(high)}
                  width={x.bandwidth()}
                  height={Math.max(0.75, y(low) - y(high) - 0.75)}
                  fill={textureOf(id, index)}
                  style={index === 0 ? undefined : { stroke: 'var(--area)', strokeWidth: 0.75 }}
                />
              ) : null,
            )}
          </g>
        ))}
        {shown !== null && (
          <rect
            className="chart-mark"
            fill="none"
            x={left(shown) - 2.5}
            y={TOP - 6}
            width={x.bandwidth() + 5}
            height={height - BOTTOM - TOP + 6}
            rx={2}
          />
        )}
        {ticksFor(bars, left, x.bandwidth(), end, TICK_ROOM).map(({ key, at, anchor, text }) => (
          <text key={key} x={at} y={height - 6} textAnchor={anchor}>
            {text}
          </text>
        ))}
        {note && shown === null && width >= WIDE && (
          <Note
            lines={note.lines}
            y={y(bars[note.index]?.values.reduce((sum, value) => sum + value, 0) ?? 0) + 10}
            start={left(note.index)}
            end={left(note.index) + x.bandwidth()}
            middle={end / 2}
          />
        )}
      </svg>
      {shown !== null && bars[shown] && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute top-0 z-10 max-w-[min(20rem,55%)] rounded-control border border-line-strong bg-raised px-3 py-2 text-caption shadow-float"
          style={left(shown) > end / 2 ? { right: width - left(shown) + 8 } : { left: left(shown) + x.bandwidth() + 8 }}
        >
          {children(shown)}
        </div>
      )}
    </div>
  )
}

const MOVES: Readonly<Record<string, (now: number, last: number) => number>> = {
  ArrowLeft: (now) => Math.max(now - 1, 0),
  ArrowRight: (now, last) => Math.min(now + 1, last),
  Home: () => 0,
  End: (_, last) => last,
}

/** On the side of the bar where there is more room. */
function Note({
  lines,
  y,
  start,
  end,
  middle,
}: {
  lines: readonly string[]
  y: number
  start: number
  end: number
  middle: number
}) {
  const isBehind = (start + end) / 2 > middle
  const [from, to, at] = isBehind ? [start - 4, start - 24, start - 30] : [end + 4, end + 24, end + 30]
  return (
    <g>
      <path className="chart-mark" d={`M${from} ${y}H${to}`} />
      {lines.map((line, index) => (
        <text key={line} className="chart-label" x={at} y={y + 4 + index * 16} textAnchor={isBehind ? 'end' : 'start'}>
          {line}
        </text>
      ))}
    </g>
  )
}
