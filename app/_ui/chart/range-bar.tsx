/** In a cell of a table: from nothing to `value`, how far it may be off, and against a dashed line. All as parts of 1. */
export function RangeBar({
  value,
  range,
  line,
  isMain,
}: {
  value: number
  range?: { low: number; high: number } | null
  line?: number
  isMain?: boolean
}) {
  return (
    <svg aria-hidden="true" className="chart absolute inset-y-0 start-0 h-full w-full">
      <rect
        className="chart-bar"
        x="0"
        y="50%"
        width={percent(Math.max(value, 0.004))}
        height="10"
        transform="translate(0 -5)"
        style={{ fill: isMain ? 'var(--fill)' : 'var(--paper-6)' }}
      />
      {range && <line className="chart-whisker" x1={percent(range.low)} x2={percent(range.high)} y1="50%" y2="50%" />}
      {line !== undefined && (
        <line className="chart-mark" x1={percent(line)} x2={percent(line)} y1="0" y2="100%" strokeDasharray="3 3" />
      )}
    </svg>
  )
}

function percent(part: number): string {
  return `${Math.min(Math.max(part, 0), 1) * 100}%`
}
