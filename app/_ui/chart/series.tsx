/** One of those that are stacked. */
export interface Series {
  key: string
  label: string
  /** Whose hue it has (`hands.css`); `null` for what is nobody's. */
  hand: string | null
}

/** The textures of a chart's series. `id` is the chart's own on the page. */
export function Textures({ id, series }: { id: string; series: readonly Series[] }) {
  return (
    <defs>
      {series.map(({ key, hand }, index) => (
        <g key={key} className="chart-series" data-hand={hand ?? undefined}>
          <pattern
            id={textureId(id, index)}
            width={SIZE}
            height={SIZE}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width={SIZE} height={SIZE} style={{ fill: groundOf(index) }} />
            {marksOf(index)}
          </pattern>
        </g>
      ))}
    </defs>
  )
}

const SIZE = 5

export function textureOf(id: string, index: number): string {
  return `url(#${textureId(id, index)})`
}

function textureId(id: string, index: number): string {
  return `${id}-${index}`
}

function groundOf(index: number): string {
  return index === 0 ? 'var(--area)' : index === 2 ? TINT : 'var(--canvas)'
}

const TINT = 'color-mix(in oklab, var(--area) 38%, var(--canvas))'
const AREA = { fill: 'var(--area)' }

/** Full, hatched, light, dotted, crossed: with a line around each. */
function marksOf(index: number) {
  switch (index) {
    case 0:
    case 2:
      return null
    case 1:
      return <rect width={SIZE / 2} height={SIZE} style={AREA} />
    case 3:
      return <circle cx={SIZE / 2} cy={SIZE / 2} r={1.2} style={AREA} />
    default:
      return (
        <>
          <rect width={1} height={SIZE} style={AREA} />
          <rect width={SIZE} height={1} style={AREA} />
        </>
      )
  }
}
