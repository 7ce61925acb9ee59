'use client'

import { max } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { useId } from 'react'
import { type LabelledRow, RowsWithLabels } from './rows-with-labels.tsx'
import { useWidth } from './use-width.ts'

interface PairedRow extends LabelledRow {
  /** Filled, and what goes on behind it, hatched. */
  first: number
  second: number
  /** At the end of the bar. */
  note: string
}

const ROW = 34
const BAR = 18

/** Two parts of each bar: what was, and what else would have been. */
export function PairedBars({ label, rows }: { label: string; rows: readonly PairedRow[] }) {
  const id = useId()
  const [frame, width] = useWidth<SVGSVGElement>(360)
  const longest = Math.max(0, ...rows.map(({ note }) => note.length)) * 7.4 + 12
  const x = scaleLinear()
    .domain([0, max(rows, ({ first, second }) => first + second) || 1])
    .range([0, Math.max(width - longest, 40)])
  const height = ROW * rows.length
  return (
    <RowsWithLabels rows={rows} rowHeight={ROW}>
      <svg
        ref={frame}
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        height={height}
        className="block w-full"
      >
        <defs>
          <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="2" height="5" style={{ fill: 'var(--fill)' }} />
          </pattern>
        </defs>
        {rows.map(({ key, first, second, note }, index) => {
          const top = index * ROW + (ROW - BAR) / 2
          const middle = x(first)
          const end = x(first + second)
          return (
            <g key={key}>
              <rect
                className="chart-bar"
                x={0}
                y={top}
                width={Math.max(middle, 0.75)}
                height={BAR}
                style={{ fill: 'var(--fill)' }}
              />
              {end - middle > 1 && (
                <rect
                  className="chart-bar"
                  x={middle + 1.5}
                  y={top + 0.5}
                  width={end - middle - 1}
                  height={BAR - 1}
                  fill={`url(#${id})`}
                  style={{ stroke: 'var(--fill)' }}
                />
              )}
              <text className="chart-label" x={end + 8} y={top + BAR / 2 + 4.5}>
                {note}
              </text>
            </g>
          )
        })}
      </svg>
    </RowsWithLabels>
  )
}
