import type { Budget } from '#lib/api/budget.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { useMe, usePeople } from '../../_client/use-people.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'

type Named = Pick<Budget, 'scope' | 'period' | 'person_id' | 'team_id'>

/** What budgets, and the people whom they count, are called. Where nobody signs in there is nobody but the reader. */
export function useBudgetNames() {
  const words = useAdminTexts().budgets
  const me = useMe()
  const signsIn = me.data?.person != null
  const all = usePeople({ enabled: signsIn })
  const { people = [], teams = [] } = all.data ?? {}
  const ownId = me.data?.person?.id ?? LOCAL_OWNER.id

  function personName(id: string): string {
    if (id === ownId) return words.you
    const person = people.find((each) => each.id === id)
    if (!person) return words.nobody_here
    const isAlone = people.every((each) => each === person || each.name !== person.name)
    return isAlone ? person.name : `${person.name} (${person.email})`
  }

  function whose({ scope, person_id, team_id }: Named): string {
    if (scope === 'installation') return words.whose_names.installation
    const person = person_id === null ? null : personName(person_id)
    if (scope === 'person') return person ?? words.whose_names.each_person
    const team = teams.find(({ id }) => id === team_id)?.name ?? null
    if (scope === 'team') return words.team(team)
    return person === null ? words.each_of_team(team) : words.one_of_team(person, team)
  }

  return {
    signsIn,
    isPending: me.isPending || (signsIn && all.isPending),
    isError: me.isError || all.isError,
    refetch: () => Promise.all([me, ...(signsIn ? [all] : [])].map((each) => each.refetch())),
    personName,
    nameOf: (budget: Named) => words.name(whose(budget), words.times[budget.period]),
  }
}
