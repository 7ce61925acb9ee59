'use client'

import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PriceVersion } from '#lib/api/price.ts'
import { errorWords } from '../../_client/error-words.ts'
import { type PriceTableOf, usePublishing } from '../../_client/use-prices.ts'
import { FIELD } from '../../_providers/field.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Dialog } from '../../_ui/dialog.tsx'
import { Labelled } from '../labelled.tsx'
import { RadioRow } from '../radio-row.tsx'
import { differenceOf, modelsOf, type PriceDraft } from './draft.ts'
import { publishedFees } from './draft-fees.ts'
import { momentOf, utcText, zoneHere } from './local-time.ts'
import { type PublishRefusal, refusalOfPublishing } from './publish-refusal.ts'

interface Props {
  draft: PriceDraft
  base: PriceTableOf
  /** How the version is called that the draft is a copy of. */
  baseDay: string
  isBaseInForce: boolean
  versions: readonly PriceVersion[]
  labelOf: (id: string) => string
  onPublished: (version: PriceVersion) => void
  onRebase: (version: PriceVersion) => void
  onShow: (id: string) => void
  onClose: () => void
}

/** What changes, what it is for, and from when: then the draft becomes a version. */
export function PublishDialog(props: Props) {
  const { draft, base, baseDay, isBaseInForce, onPublished, onClose } = props
  const texts = useTexts()
  const words = useAdminTexts().prices
  const publish = usePublishing()
  const form = useRef<HTMLFormElement>(null)
  const [note, setNote] = useState('')
  const [isLater, setLater] = useState(false)
  const [time, setTime] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<PublishRefusal | null>(null)
  const { changed, added, removed } = differenceOf(draft.changes, base.models)
  const feesChanged = Object.keys(draft.fees ?? {}).length
  const moment = isLater ? momentOf(time) : null
  const count = (ids: readonly string[]) => texts.format.count(ids.length)

  async function submit(event: FormEvent) {
    event.preventDefault()
    // What is wrong is marked before the first of it is looked for.
    flushSync(() => setChecked(true))
    if (note.trim() === '' || (isLater && !moment)) {
      return form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }
    setSending(true)
    setRefusal(null)
    const { fees, sources } = publishedFees(
      base.tool_fees_per_1000_usd ?? {},
      base.tool_fee_sources ?? {},
      draft.fees ?? {},
    )
    try {
      const version = await publish({
        effective_from: moment?.toISOString() ?? null,
        note: note.trim(),
        models: modelsOf(draft.changes, base.models),
        ...(Object.keys(fees).length > 0 && { tool_fees_per_1000_usd: fees }),
        ...(Object.keys(sources).length > 0 && { tool_fee_sources: sources }),
        based_on: draft.based_on,
      })
      onPublished(version)
    } catch (error) {
      setSending(false)
      setRefusal(refusalOfPublishing(error))
    }
  }

  return (
    <Dialog label={words.publish_title} onClose={onClose}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        <h2 className="font-semibold font-serif text-h3">{words.publish_title}</h2>
        <p>
          <b className="font-semibold">
            {words.difference(count(changed), count(added), count(removed))}
            {feesChanged > 0 && `, ${words.fees_changed(feesChanged)}`}
          </b>{' '}
          {words.difference_to(baseDay)}
          {!isBaseInForce && <span className="block text-warn">{words.difference_not_in_force}</span>}
        </p>
        <Labelled label={words.note} fault={isChecked && note.trim() === '' ? words.note_missing : null}>
          {(id, faultId) => (
            <textarea
              id={id}
              autoFocus
              rows={3}
              maxLength={2_000}
              dir="auto"
              value={note}
              aria-invalid={isChecked && note.trim() === ''}
              aria-describedby={faultId}
              onChange={(event) => setNote(event.target.value)}
              className={`${FIELD} py-2 aria-invalid:border-danger`}
            />
          )}
        </Labelled>
        <fieldset>
          <legend className="mb-1 font-semibold text-caption text-muted">{words.when}</legend>
          <RadioRow name="when" label={words.at_once} isChosen={!isLater} onChoose={() => setLater(false)} />
          <RadioRow name="when" label={words.at_a_time} isChosen={isLater} onChoose={() => setLater(true)} />
          {isLater && (
            <div className="mt-2 ps-7">
              <Labelled label={words.time_field(zoneHere())} fault={isChecked && !moment ? words.time_missing : null}>
                {(id, faultId) => (
                  <input
                    id={id}
                    type="datetime-local"
                    value={time}
                    aria-invalid={isChecked && !moment}
                    aria-describedby={faultId}
                    onChange={(event) => setTime(event.target.value)}
                    className={`${FIELD} max-w-64 aria-invalid:border-danger`}
                  />
                )}
              </Labelled>
              {moment && (
                <p className="mt-1 text-caption text-muted" role="status">
                  {words.time_exactly(texts.format.moment(moment), zoneHere(), utcText(moment))}
                  {moment.getTime() <= Date.now() && <span className="block text-warn">{words.time_passed}</span>}
                </p>
              )}
            </div>
          )}
        </fieldset>
        <div role="alert" className="text-small empty:hidden">
          {refusal && <Refused {...props} refusal={refusal} onRebased={() => setRefusal(null)} />}
        </div>
        <div className="flex gap-2">
          <Button type="submit" variant="primary" disabled={isSending} className="pointer-coarse:min-h-11">
            {isSending ? words.publishing : words.publish_now}
          </Button>
          <Button onClick={onClose} className="pointer-coarse:min-h-11">
            {words.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Why nothing was published, and what can be done. */
function Refused({
  refusal,
  draft,
  versions,
  labelOf,
  onRebase,
  onRebased,
  onShow,
}: Props & { refusal: PublishRefusal; onRebased: () => void }) {
  const texts = useTexts()
  const words = useAdminTexts().prices
  if (refusal.kind === 'rows') {
    return (
      <>
        <p className="text-danger">{words.refused_rows(refusal.total)}</p>
        <ul className="mt-1 max-h-48 overflow-y-auto">
          {refusal.faults.map((fault) => (
            <li key={`${fault.row} ${fault.field}`}>
              <button
                type="button"
                aria-label={words.show_row(labelOf(fault.row))}
                onClick={() => onShow(fault.row)}
                className="underline underline-offset-3 pointer-coarse:min-h-11"
              >
                <bdi>{fault.row}</bdi>
              </button>{' '}
              {fault.field === null ? fault.reason : words.fault_of(fault.field, fault.reason)}
            </li>
          ))}
        </ul>
      </>
    )
  }
  if (refusal.kind === 'other') return <p className="text-danger">{errorWords(texts, refusal.error)}</p>
  const latest = versions
    .filter(({ origin }) => origin === 'published')
    .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
    .at(-1)
  if (!latest || latest.pricing_version === draft.based_on) return <p className="text-danger">{words.conflict_taken}</p>
  return (
    <>
      <p className="mb-2 text-danger">{words.conflict_overtaken(latest.pricing_version)}</p>
      <Button
        onClick={() => {
          onRebase(latest)
          onRebased()
        }}
        className="pointer-coarse:min-h-11"
      >
        {words.conflict_rebase(latest.pricing_version)}
      </Button>
    </>
  )
}
