'use client'

import { FIELD } from '../_providers/field.tsx'
import { useLateTexts } from '../_texts/texts.ts'
import { Switch } from '../_ui/switch.tsx'
import { LIFETIMES, type LinkChoice } from './share-choice.ts'

const ROW = 'flex min-h-11 items-center justify-between gap-4 border-line border-b py-2 font-medium'
const NARROW = `${FIELD} max-w-44`

/** Who may open the link, how long, and how often. */
export function LinkFields({
  choice,
  hasPeople,
  onChange,
}: {
  choice: LinkChoice
  /** There are others here whom it can be for. */
  hasPeople: boolean
  onChange: (change: Partial<LinkChoice>) => void
}) {
  const words = useLateTexts().shares
  return (
    <fieldset className="mt-6">
      <legend className="mb-1 font-semibold text-caption text-muted">{words.the_link}</legend>
      {hasPeople && <WhoFields choice={choice} onChange={onChange} />}
      <label className={ROW}>
        {words.ends_after}
        <select
          value={String(choice.days)}
          className={NARROW}
          onChange={({ target }) => onChange({ days: target.value === 'null' ? null : Number(target.value) })}
        >
          {LIFETIMES.map((days) => (
            <option key={days} value={String(days)}>
              {days === null ? words.never : words.days(days)}
            </option>
          ))}
        </select>
      </label>
      <label className={ROW}>
        {words.most_views}
        <input
          type="number"
          inputMode="numeric"
          min={1}
          max={1_000_000}
          value={choice.maxViews ?? ''}
          placeholder={words.any_number}
          className={NARROW}
          onChange={({ target }) =>
            onChange({ maxViews: target.valueAsNumber > 0 ? Math.floor(target.valueAsNumber) : null })
          }
        />
      </label>
      <label className={ROW}>
        {words.password}
        <input
          type="password"
          autoComplete="new-password"
          maxLength={200}
          placeholder={words.none}
          className={NARROW}
          // Not as a value of React's, which would write it into the document.
          onChange={({ target }) => onChange({ password: target.value })}
        />
      </label>
      <Switch
        label={words.shows_title}
        about={words.shows_title_about}
        checked={choice.showsTitle}
        onChange={(showsTitle) => onChange({ showsTitle })}
      />
    </fieldset>
  )
}

function WhoFields({ choice, onChange }: { choice: LinkChoice; onChange: (change: Partial<LinkChoice>) => void }) {
  const words = useLateTexts().shares
  const { audience } = choice
  return (
    <>
      <label className={ROW}>
        {words.for_whom}
        <select
          value={audience}
          className={NARROW}
          onChange={({ target }) => onChange({ audience: target.value === 'people' ? 'people' : 'link' })}
        >
          <option value="link">{words.audiences.link}</option>
          <option value="people">{words.audiences.people}</option>
        </select>
      </label>
      {audience === 'people' && (
        <label className="block border-line border-b py-2">
          <span className="block font-medium">{words.people}</span>
          <textarea
            rows={3}
            defaultValue={choice.people.join('\n')}
            className={`${FIELD} mt-1 py-2`}
            onChange={({ target }) => onChange({ people: target.value.split(/[\s,;]+/).filter(Boolean) })}
          />
          <span className="block text-caption text-muted">{words.people_about}</span>
        </label>
      )}
    </>
  )
}
