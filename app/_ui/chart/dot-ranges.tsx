'use client'

import { max } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { type LabelledRow, RowsWithLabels } from './rows-with-labels.tsx'
import { useWidth } from './use-width.ts'

interface DotRow extends LabelledRow {
  dot: number
  end: number
  /** Above the dot. */
  note: string
}

const ROW = 32
const AXIS = 24
const SIDE = 14

/** A dot for the usual, and a line from it to what is seldom passed. */
export function DotRanges({
  label,
  rows,
  axisLabel,
}: {
  label: string
  rows: readonly DotRow[]
  axisLabel: (value: number, isEnd: boolean) => string
}) {
  const [frame, width] = useWidth<SVGSVGElement>(360)
  const x = scaleLinear()
    .domain([0, max(rows, ({ end }) => end) || 1])
    .nice(5)
    .range([SIDE, width - SIDE])
  const ticks = x.ticks(width < 300 ? 3 : 5)
  const height = ROW * rows.length + AXIS
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
        {ticks.map((value, index) => (
          <g key={value}>
            <line className="chart-line" x1={x(value)} x2={x(value)} y1={0} y2={height - AXIS + 2} />
            <text x={x(value)} y={height - 6} textAnchor="middle">
              {axisLabel(value, index === ticks.length - 1)}
            </text>
          </g>
        ))}
        {rows.map(({ key, dot, end, note }, index) => {
          const y = index * ROW + ROW / 2 + 2
          return (
            <g key={key}>
              <path
                className="chart-mark"
                d={`M${x(dot)} ${y}H${x(end)}M${x(end)} ${y - 5}v10`}
                fill="none"
                strokeWidth={1.5}
              />
              <circle className="chart-bar" cx={x(dot)} cy={y} r={4.5} style={{ fill: 'var(--accent)' }} />
              <text x={x(dot)} y={y - 8} textAnchor="middle">
                {note}
              </text>
            </g>
          )
        })}
      </svg>
    </RowsWithLabels>
  )
}
