'use client'

import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Icon } from '../../_ui/icon.tsx'
import { Popover } from '../../_ui/popover.tsx'
import { Segments } from '../../_ui/segments.tsx'
import { Choice } from './choice.tsx'
import { DayForm } from './day-form.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterChoice } from './filter-choice.tsx'
import { addDays, bucketsFor, dateOf, SPANS } from './period.ts'
import { LEDGER_GROUPS, type queriesOf, type View } from './view.ts'

/** Which calls are shown, and how. All of it is in the address. */
export function Toolbar({
  view,
  timeZone,
  queries,
  onChange,
}: {
  view: View
  timeZone: string
  queries: ReturnType<typeof queriesOf>
  onChange: (change: Partial<View>) => void
}) {
  const { format } = useTexts()
  const words = useAdminTexts().usage
  const { span, days, bucket, group, costs, isExact, filters } = view
  const { offered, best } = bucketsFor(days)
  const now = new Date()
  return (
    <div className="mb-6 print:mb-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
        <Segments
          label={words.period}
          options={SPANS.map((value) => ({ value, label: words.spans[value] }))}
          chosen={span}
          onChoose={(chosen) => onChange({ span: chosen })}
        />
        <Popover
          label={words.choose_days}
          trigger={(props) => (
            <Button {...props} className="font-normal pointer-coarse:min-h-11">
              {words.from_to(
                format.shortDay(dateOf(days.from), now),
                format.shortDay(dateOf(addDays(days.to, -1)), now),
              )}
              <Icon name="chevron-down" />
            </Button>
          )}
        >
          {(close) => (
            <DayForm
              days={days}
              onChoose={(chosen) => {
                close()
                onChange({ span: null, days: chosen })
              }}
            />
          )}
        </Popover>
        <Popover
          label={words.filter}
          trigger={(props) => (
            <Button {...props} className="font-normal pointer-coarse:min-h-11">
              <Icon name="plus" />
              {words.filter}
            </Button>
          )}
        >
          {(close) => (
            <FilterChoice
              query={queries.choices}
              onChoose={(filter, value) => {
                close()
                onChange({ filters: { ...filters, [filter]: value } })
              }}
            />
          )}
        </Popover>
        <Choice
          label={words.told_apart_by}
          options={LEDGER_GROUPS.map((value) => ({ value, label: words.groups[value] }))}
          chosen={group}
          onChoose={(value) => onChange({ group: value })}
        />
        <Choice
          label={words.bar_for}
          options={[
            { value: '', label: words.automatic_bucket(words.buckets[best]) },
            ...offered.map((value) => ({ value, label: words.buckets[value] })),
          ]}
          chosen={bucket ?? ''}
          onChoose={(chosen) => onChange({ bucket: chosen || null })}
        />
        <Choice
          label={words.costs}
          options={(['stamped', 'repriced'] as const).map((value) => ({ value, label: words.costs_shown[value] }))}
          chosen={costs}
          onChoose={(chosen) => onChange({ costs: chosen })}
        />
        <label className="flex min-h-(--row) items-center gap-2 text-small pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={isExact}
            onChange={({ target }) => onChange({ isExact: target.checked })}
            className="size-4 accent-(--accent-solid)"
          />
          {words.exact_figures}
        </label>
      </div>
      <FilterChips
        filters={filters}
        sessions={queries.sessions}
        onChange={(changed) => onChange({ filters: changed })}
      />
      <p className="mt-2 text-caption text-muted">
        <span className="hidden print:inline">
          {words.from_to(format.longDay(dateOf(days.from)), format.longDay(dateOf(addDays(days.to, -1))))}{' '}
        </span>
        {words.zone(timeZone)}
      </p>
    </div>
  )
}
