'use client'

import { useMe, usePeople } from '../../_client/use-people.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'

/** What whoever saved something is called; their id where they are not known any more. */
export function useAuthorName(): (id: string) => string {
  const words = useAdminTexts().routing
  const signsIn = useMe().data?.person != null
  const people = usePeople({ enabled: signsIn }).data?.people
  return (id) => people?.find((person) => person.id === id)?.name ?? (id === 'local' ? words.this_machine : id)
}
