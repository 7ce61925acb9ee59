import { type Series, textureOf } from './series.tsx'

/** What each texture stands for, with what it comes to. */
export function ChartKey({ id, series, sums }: { id: string; series: readonly Series[]; sums: readonly string[] }) {
  return (
    <ul className="chart mt-2.5 flex flex-wrap gap-x-5 gap-y-1 text-caption text-ink-soft">
      {series.map(({ key, label, hand }, index) => (
        <li key={key} className="flex min-w-0 items-center gap-1.5">
          <svg aria-hidden="true" width="12" height="12" className="shrink-0">
            <rect
              className="chart-series"
              data-hand={hand ?? undefined}
              x="0.5"
              y="0.5"
              width="11"
              height="11"
              fill={textureOf(id, index)}
              style={{ stroke: 'var(--area)' }}
            />
          </svg>
          <span className="truncate">{label}</span>
          <b className="font-semibold text-ink">{sums[index]}</b>
        </li>
      ))}
    </ul>
  )
}
