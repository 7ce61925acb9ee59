'use client'

import { usePeople } from '../../_client/use-people.ts'
import { FIELD } from '../../_providers/field.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Labelled } from '../labelled.tsx'
import { zoneHere } from '../prices/local-time.ts'
import { RadioRow } from '../radio-row.tsx'
import { type BudgetFaults, type BudgetForm, isOfPerson, isOfTeam, type Whose } from './budget-form.ts'
import { SelectField } from './select-field.tsx'

const LOCAL: readonly Whose[] = ['installation', 'each_person']
const WHERE_PEOPLE_SIGN_IN: readonly Whose[] = [...LOCAL, 'person', 'team', 'member']

/** Whom a budget counts and in which time: what stays once it is there. */
export function WhoseFields({
  form: { whose, person_id, team_id, period },
  faults,
  signsIn,
  set,
}: {
  form: BudgetForm
  faults: Pick<BudgetFaults, 'person_id' | 'team_id'>
  signsIn: boolean
  set: (fields: Partial<BudgetForm>) => void
}) {
  const words = useAdminTexts().budgets
  const { people = [], teams = [] } = usePeople({ enabled: signsIn }).data ?? {}
  return (
    <>
      <fieldset>
        <legend className="mb-1 font-semibold text-caption text-muted">{words.whose}</legend>
        {(signsIn ? WHERE_PEOPLE_SIGN_IN : LOCAL).map((each) => (
          <RadioRow
            key={each}
            name="whose"
            label={words.whose_names[each]}
            about={words.whose_about[each]}
            isChosen={whose === each}
            onChoose={() => set({ whose: each })}
          />
        ))}
      </fieldset>
      {isOfPerson(whose) && (
        <SelectField
          label={words.which_person}
          options={people.map(({ id, name, email }) => ({ id, name: `${name} (${email})` }))}
          value={person_id}
          fault={faults.person_id}
          onChange={(chosen) => set({ person_id: chosen })}
        />
      )}
      {isOfTeam(whose) && (
        <SelectField
          label={words.which_team}
          hint={teams.length === 0 ? words.no_teams : null}
          options={teams}
          value={team_id}
          fault={faults.team_id}
          onChange={(chosen) => set({ team_id: chosen })}
        />
      )}
      <Labelled label={words.period} hint={words.period_about(zoneHere())}>
        {(id) => (
          <select
            id={id}
            value={period}
            onChange={({ target }) => set({ period: target.value as BudgetForm['period'] })}
            className={`${FIELD} max-w-48`}
          >
            {(['day', 'month'] as const).map((each) => (
              <option key={each} value={each}>
                {words.periods[each]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    </>
  )
}
