'use client'

import { type FormEvent, useState } from 'react'
import type { Condition } from '#lib/pricing/price.ts'
import { problemOfRate } from '#lib/pricing/rate-fault.ts'
import { FIELD } from '../../_providers/field.tsx'
import { Fault } from '../../_settings/fault.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Dialog } from '../../_ui/dialog.tsx'
import { Labelled } from '../labelled.tsx'
import { type DraftCondition, type DraftPrice, type DraftRated, isFree } from './draft.ts'
import { dayHere } from './local-time.ts'
import { conditionWords, rateReason } from './price-words.ts'
import { parseHours } from './utc-hours.ts'

/** What of a row stands in no cell of the grid: its source, its fee per request, and on what other rates hold. */
export function RowDialog({
  label,
  price,
  onDone,
  onClose,
}: {
  label: string
  price: DraftPrice | undefined
  onDone: (price: DraftPrice) => void
  onClose: () => void
}) {
  const { format } = useTexts()
  const words = useAdminTexts().prices
  const rated: DraftRated = price && !isFree(price) ? price : {}
  const [source, setSource] = useState(rated.source?.source ?? '')
  const [readOn, setReadOn] = useState(rated.source?.read_on ?? dayHere(new Date()))
  const [fee, setFee] = useState(rated.per_request_usd ?? '')
  const [conditional, setConditional] = useState<readonly DraftCondition[]>(rated.conditional ?? [])
  const [isChecked, setChecked] = useState(false)
  const feeProblem = fee.trim() === '' ? null : problemOfRate(fee.trim())
  const hasDay = source.trim() === '' || readOn !== ''

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (feeProblem || !hasDay) return
    const { source: _source, per_request_usd: _fee, conditional: _conditional, ...rates } = rated
    onDone({
      ...rates,
      ...(conditional.length > 0 && { conditional }),
      ...(fee.trim() !== '' && { per_request_usd: fee.trim() }),
      ...(source.trim() !== '' && { source: { source: source.trim(), read_on: readOn } }),
    })
  }

  return (
    <Dialog label={words.details_of(label)} onClose={onClose}>
      <form noValidate onSubmit={submit} className="space-y-4">
        <h2 className="font-semibold font-serif text-h3">{words.details_of(label)}</h2>
        <Labelled label={words.source_field} hint={words.source_hint}>
          {(id) => (
            <input
              id={id}
              maxLength={500}
              dir="auto"
              autoComplete="off"
              value={source}
              onChange={(event) => setSource(event.target.value)}
              className={FIELD}
            />
          )}
        </Labelled>
        <Labelled label={words.read_on_field} fault={isChecked && !hasDay ? words.read_on_missing : null}>
          {(id, faultId) => (
            <input
              id={id}
              type="date"
              value={readOn}
              aria-describedby={faultId}
              onChange={(event) => setReadOn(event.target.value)}
              className={`${FIELD} max-w-52`}
            />
          )}
        </Labelled>
        <Labelled label={words.fee_field} fault={feeProblem && rateReason(words, feeProblem)}>
          {(id, faultId) => (
            <input
              id={id}
              inputMode="decimal"
              autoComplete="off"
              value={fee}
              aria-invalid={feeProblem !== null}
              aria-describedby={faultId}
              onChange={(event) => setFee(event.target.value)}
              className={`${FIELD} max-w-52 aria-invalid:border-danger`}
            />
          )}
        </Labelled>
        <fieldset>
          <legend className="mb-1 font-semibold text-caption text-muted">{words.conditions}</legend>
          {conditional.length === 0 ? (
            <p className="text-small">{words.no_conditions}</p>
          ) : (
            <ul className="border-line border-t">
              {conditional.map((each, place) => {
                const name = conditionWords(words, format, each.when)
                return (
                  <li
                    // biome-ignore lint/suspicious/noArrayIndexKey: a condition is known by its place, two may say the same
                    key={place}
                    className="flex items-center justify-between gap-2 border-line border-b py-1 text-small"
                  >
                    {name}
                    <Button
                      aria-label={words.drop_condition_of(name)}
                      onClick={() => setConditional(conditional.filter((_, other) => other !== place))}
                      className="pointer-coarse:min-h-11"
                    >
                      {words.drop_condition}
                    </Button>
                  </li>
                )
              })}
            </ul>
          )}
          {conditional.length > 0 && <p className="my-1 text-caption text-muted">{words.conditions_about}</p>}
          <NewCondition onAdd={(when) => setConditional([...conditional, { ...ratesOf(rated), when }])} />
        </fieldset>
        <div className="flex gap-2">
          <Button type="submit" variant="primary" className="pointer-coarse:min-h-11">
            {words.done}
          </Button>
          <Button onClick={onClose} className="pointer-coarse:min-h-11">
            {words.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** A condition begins with the ordinary rates: most of them change by a factor. */
function ratesOf({
  conditional: _,
  per_request_usd: _fee,
  sample: _sample,
  source: _source,
  sources: _sources,
  ...rates
}: DraftRated) {
  return rates
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const WHOLE_DAY: [number, number][] = [[0, 24]]

function NewCondition({ onAdd }: { onAdd: (when: Condition) => void }) {
  const words = useAdminTexts().prices
  const [tokens, setTokens] = useState('')
  const [tier, setTier] = useState('')
  const [days, setDays] = useState<readonly number[]>([])
  const [hours, setHours] = useState('')
  const [fault, setFault] = useState<string | null>(null)

  function add() {
    const [count, name, span] = [tokens.trim(), tier.trim(), hours.trim()]
    const hasTime = span !== '' || days.length > 0
    if (count === '' && name === '' && !hasTime) return setFault(words.condition_missing)
    if (count !== '' && !/^[1-9]\d{0,8}$/.test(count)) return setFault(words.no_count)
    const parsed = span === '' ? WHOLE_DAY : parseHours(span)
    if (!parsed) return setFault(words.no_hours)
    setFault(null)
    setTokens('')
    setTier('')
    setDays([])
    setHours('')
    onAdd({
      ...(count !== '' && { above_input_tokens: Number(count) }),
      ...(name !== '' && { service_tier: name }),
      ...(hasTime && { utc: { days: days.length > 0 ? [...days].sort() : EVERY_DAY, hours: parsed } }),
    })
  }

  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <Labelled label={words.condition_tokens}>
        {(id) => (
          <input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            value={tokens}
            onChange={(event) => setTokens(event.target.value)}
            className={FIELD}
          />
        )}
      </Labelled>
      <Labelled label={words.condition_tier}>
        {(id) => (
          <input
            id={id}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            placeholder={words.condition_tier_hint}
            value={tier}
            onChange={(event) => setTier(event.target.value)}
            className={FIELD}
          />
        )}
      </Labelled>
      <Labelled label={words.condition_hours} hint={words.condition_hours_hint}>
        {(id) => (
          <input
            id={id}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={hours}
            onChange={(event) => setHours(event.target.value)}
            className={FIELD}
          />
        )}
      </Labelled>
      <fieldset>
        <legend className="mb-1 font-semibold text-caption text-muted">{words.condition_days}</legend>
        <div className="flex flex-wrap gap-x-3 gap-y-1">
          {words.days.map((name, n) => (
            <label
              key={name}
              className="flex min-h-(--row) items-center gap-1.5 text-small pointer-coarse:min-h-11 pointer-coarse:min-w-12"
            >
              <input
                type="checkbox"
                checked={days.includes(n + 1)}
                onChange={({ target }) =>
                  setDays(target.checked ? [...days, n + 1] : days.filter((day) => day !== n + 1))
                }
                className="size-4 accent-(--accent-solid)"
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="sm:col-span-2">
        <Button onClick={add} className="pointer-coarse:min-h-11">
          {words.add_condition}
        </Button>
        <Fault words={fault} />
      </div>
    </div>
  )
}
