import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'
import { type LateTexts, type Texts, useLateTexts, useTexts } from '../../_texts/texts.ts'
import { type Column, Table } from '../../_ui/table.tsx'

type Line = AnswerOf<EndpointOf<'/api/calls/{id}/cost', 'GET'>>['lines'][number]

/** What was counted, times its rate, line by line, with where each rate stands. */
export function CostLines({ lines, total }: { lines: readonly Line[]; total: string }) {
  const texts = useTexts()
  const words = useLateTexts().costs
  const { format } = texts
  const columns: Column<Line>[] = [
    {
      key: 'what',
      head: words.what,
      cell: ({ bucket }) => words.buckets[bucket] ?? bucket,
      total: words.sum,
      wraps: true,
    },
    { key: 'count', head: words.count, cell: (line) => format.count(countOf(line)), end: true },
    {
      key: 'rate',
      head: words.rate,
      cell: (line) => (
        <>
          {rateOf(texts, words, line)}
          <Source line={line} />
        </>
      ),
      end: true,
    },
    {
      key: 'usd',
      head: words.amount,
      cell: ({ usd }) => (usd === null ? texts.models.no_price : format.amount(usd)),
      end: true,
      total,
    },
  ]
  return <Table ground="raised" label={words.lines} columns={columns} rows={lines} keyOf={({ bucket }) => bucket} />
}

function countOf(line: Line): number {
  if ('tokens' in line) return line.tokens
  return 'uses' in line ? line.uses : line.requests
}

/** `$3.00 per million`, exactly as it stands in the table. */
function rateOf({ format, models }: Texts, words: LateTexts['costs'], line: Line): string {
  const rate = 'tokens' in line ? line.rate_per_mtok_usd : 'uses' in line ? line.rate_per_1000_usd : line.rate_usd
  if (rate === null) return models.no_price
  const dollars = format.dollars(rate)
  if ('tokens' in line) return words.per_million(dollars)
  return 'uses' in line ? words.per_thousand(dollars) : words.per_request(dollars)
}

/** Only a page of the web is a link, whatever a file has said. */
function Source({ line: { source } }: { line: Line }) {
  const words = useLateTexts().costs
  const { format } = useTexts()
  if (!source) return <span className="block text-caption text-muted">{words.no_source}</span>
  const address = URL.parse(source.source)
  const isPage = address !== null && /^https?:$/.test(address.protocol)
  const read = words.read_on(format.longDay(new Date(`${source.read_on}T00:00`)))
  if (!isPage) {
    return (
      <span dir="auto" className="block text-caption text-muted" title={read}>
        {source.source}
      </span>
    )
  }
  return (
    <a
      href={address.href}
      target="_blank"
      rel="noopener noreferrer"
      title={`${address.href}, ${read}`}
      className="block text-caption text-muted underline decoration-dotted underline-offset-3 hover:text-accent"
    >
      {address.host.replace(/^www\./, '')}
    </a>
  )
}
