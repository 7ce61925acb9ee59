'use client'

import { type OpenInvitation, usePeopleChanges } from '../../_client/use-people.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import type { Run } from './run.ts'

/** Links that somebody may still use. What they are, nobody is told again. */
export function OpenLinks({ invitations, run }: { invitations: readonly OpenInvitation[]; run: Run }) {
  const { format } = useTexts()
  const words = useAdminTexts().members
  const { withdraw } = usePeopleChanges()
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="open-links">
      <h2 id="open-links" className="mt-8 mb-2 font-semibold font-serif text-h2">
        {words.open_links}
      </h2>
      <ul className="max-w-3xl border-line-strong border-t">
        {invitations.map(({ id, user_id, role, email, expires_at }) => {
          const whom = user_id === null ? (email ?? words.for_anybody) : words.new_password_for(email ?? '')
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-2">
              <span className="min-w-0 flex-1">
                <span className="block break-words">{whom}</span>
                <span className="block text-caption text-muted">
                  {words.open_link(words.roles[role], format.moment(new Date(expires_at)))}
                </span>
              </span>
              <Button
                aria-label={words.withdraw_of(whom)}
                onClick={() => void run(() => withdraw(id))}
                className="pointer-coarse:min-h-11"
              >
                {words.withdraw}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
