'use client'

import { addressOf } from '../../_client/use-api.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { type Column, Table } from '../../_ui/table.tsx'
import { FileLinks } from './file-links.tsx'
import { type RoutingSlot, routingSlots } from './routing-slot.ts'
import { RowName } from './row-name.tsx'
import { Loaded, Section } from './section.tsx'
import { type RoutesAnswer, type RoutesQuery, useRoutes } from './use-usage.ts'
import type { Filter } from './view.ts'

/** How often each slot of the routing chain chose the model, and what was rejected there. */
export function Routing({
  query,
  isNarrowed,
  onFilter,
}: {
  query: RoutesQuery
  /** By more than a model, which is all that decisions are told apart by. */
  isNarrowed: boolean
  onFilter: (filter: Filter, value: string) => void
}) {
  const words = useAdminTexts().usage
  return (
    <Section
      title={words.routing_title}
      about={`${words.routing_about}${isNarrowed ? ` ${words.routing_of_all}` : ''}`}
      beside={
        <FileLinks
          name={`routing-${query.from}`}
          label={words.routing_title}
          addressOf={(format) => addressOf('/api/admin/usage/routing', { query: { ...query, format } })}
        />
      }
    >
      <Loaded query={useRoutes(query)} room="16rem">
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="text-muted text-small">{words.routing_none}</p>
          ) : (
            <>
              <Slots rows={rows} />
              <Rejections rows={rows} onFilter={onFilter} />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function Slots({ rows }: Pick<RoutesAnswer, 'rows'>) {
  const { format } = useTexts()
  const words = useAdminTexts().usage
  const policies: Readonly<Record<string, string | undefined>> = words.routing_slots
  function count(of: keyof typeof words.verdicts): Column<RoutingSlot> {
    return {
      key: of,
      head: words.verdicts[of],
      end: true,
      wraps: true,
      cell: (slot) => (slot[of] === 0 ? <span className="text-muted">·</span> : format.count(slot[of])),
    }
  }
  return (
    <Table
      label={words.routing_by_slot}
      keyOf={({ policy }) => policy}
      rows={routingSlots(rows)}
      columns={[
        { key: 'slot', head: words.routing_slot, cell: ({ policy }) => policies[policy] ?? policy },
        count('chose'),
        count('rejected'),
        count('deferred'),
        count('not_applicable'),
      ]}
    />
  )
}

function Rejections({
  rows,
  onFilter,
}: Pick<RoutesAnswer, 'rows'> & { onFilter: (filter: Filter, value: string) => void }) {
  const { format } = useTexts()
  const words = useAdminTexts().usage
  const policies: Readonly<Record<string, string | undefined>> = words.routing_slots
  const reasons: Readonly<Record<string, string | undefined>> = words.rejections
  const rejected = rows.filter(({ verdict }) => verdict === 'rejected')
  if (rejected.length === 0) return <p className="mt-3 text-muted text-small">{words.nothing_rejected}</p>
  return (
    <div className="mt-6">
      <h3 className="mb-2 font-semibold">{words.what_was_rejected}</h3>
      <Table
        label={words.what_was_rejected}
        keyOf={({ policy, model, rejection }) => `${policy} ${model} ${rejection}`}
        rows={rejected}
        columns={[
          {
            key: 'model',
            head: words.groups.model,
            cell: ({ model }) => <RowName group="model" row={{ key: model }} onFilter={onFilter} />,
          },
          { key: 'slot', head: words.routing_slot, cell: ({ policy }) => policies[policy] ?? policy },
          {
            key: 'reason',
            head: words.rejected_because,
            cell: ({ rejection }) => (
              <span className="inline-block min-w-40">
                {rejection === null ? '·' : (reasons[rejection] ?? rejection)}
              </span>
            ),
          },
          { key: 'count', head: words.how_often, end: true, cell: ({ decisions }) => format.count(decisions) },
        ]}
      />
    </div>
  )
}
