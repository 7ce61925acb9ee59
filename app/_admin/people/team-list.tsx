'use client'

import { type FormEvent, useRef, useState } from 'react'
import { type Person, type Team, usePeopleChanges } from '../../_client/use-people.ts'
import { Field } from '../../_providers/field.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import type { Run } from './run.ts'

/** People who are counted together. */
export function TeamList({ teams, people, run }: { teams: readonly Team[]; people: readonly Person[]; run: Run }) {
  const words = useAdminTexts().members
  const { addTeam } = usePeopleChanges()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const name = String(new FormData(form).get('name')).trim()
    if (name !== '' && (await run(() => addTeam(name)))) form.reset()
  }

  return (
    <section aria-labelledby="teams">
      <h2 id="teams" className="mt-8 mb-1 font-semibold font-serif text-h2">
        {words.teams}
      </h2>
      <p className="mb-3 text-ink-soft">{words.teams_about}</p>
      {teams.length > 0 && (
        <ul aria-label={words.teams} className="mb-4 max-w-3xl border-line-strong border-t">
          {teams.map((team) => (
            <TeamRow key={team.id} team={team} people={people} run={run} />
          ))}
        </ul>
      )}
      <form onSubmit={(event) => void submit(event)} className="flex max-w-xl flex-wrap items-end gap-3">
        <div className="min-w-0 flex-[1_1_14rem]">
          <Field label={words.team_name} name="name" dir="auto" maxLength={60} />
        </div>
        <Button type="submit" className="pointer-coarse:min-h-11">
          {words.make_team}
        </Button>
      </form>
    </section>
  )
}

function TeamRow({ team, people, run }: { team: Team; people: readonly Person[]; run: Run }) {
  const words = useAdminTexts().members
  const { changeTeam, removeTeam } = usePeopleChanges()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const names = people.flatMap(({ id, name }) => (team.members.includes(id) ? [name] : []))

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const members = new FormData(event.currentTarget).getAll('member').map(String)
    if (await run(() => changeTeam(team.id, { members }))) close()
  }

  return (
    <li className="border-line border-b py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 flex-1">
          <span className="block break-words font-semibold" dir="auto">
            {team.name}
          </span>
          <span className="block break-words text-caption text-muted" dir="auto">
            {names.length === 0 ? words.no_members : names.join(', ')}
          </span>
        </span>
        <Button
          ref={button}
          aria-expanded={isOpen}
          aria-label={words.members_of(team.name)}
          onClick={() => setOpen(!isOpen)}
          className="pointer-coarse:min-h-11"
        >
          {words.members}
        </Button>
        <Button
          variant="danger"
          aria-label={words.remove_team_of(team.name)}
          onClick={() => void run(() => removeTeam(team.id))}
          className="pointer-coarse:min-h-11"
        >
          {words.remove}
        </Button>
      </div>
      {isOpen && (
        <form onSubmit={(event) => void submit(event)} className="mt-2 pb-2">
          <fieldset>
            <legend className="sr-only">{words.members_of(team.name)}</legend>
            <div className="flex flex-wrap gap-x-5 gap-y-1">
              {people.map(({ id, name }) => (
                <label key={id} className="flex min-h-(--row) items-center gap-2 pointer-coarse:min-h-11">
                  <input
                    type="checkbox"
                    name="member"
                    value={id}
                    defaultChecked={team.members.includes(id)}
                    className="size-4 accent-accent-solid"
                  />
                  <span dir="auto">{name}</span>
                </label>
              ))}
            </div>
          </fieldset>
          <span className="mt-2 flex gap-2">
            <Button type="submit" variant="primary" className="pointer-coarse:min-h-11">
              {words.save}
            </Button>
            <Button onClick={close} className="pointer-coarse:min-h-11">
              {words.cancel}
            </Button>
          </span>
        </form>
      )}
    </li>
  )
}
