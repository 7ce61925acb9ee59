import type { ComponentProps } from 'react'
import type { Person } from '../../_client/use-people.ts'
import { FIELD } from '../../_providers/field.tsx'
import type { AdminTexts } from '../../_texts/admin-texts.ts'

export type PersonRole = Person['role']

const ROLES: readonly PersonRole[] = ['member', 'admin', 'owner']

export function RoleSelect({
  words,
  onPick,
  ...props
}: Omit<ComponentProps<'select'>, 'onChange' | 'children'> & {
  words: AdminTexts['members']
  onPick: (role: PersonRole) => void
}) {
  return (
    <select {...props} onChange={(event) => onPick(event.target.value as PersonRole)} className={`${FIELD} w-auto!`}>
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {words.roles[role]}
        </option>
      ))}
    </select>
  )
}
