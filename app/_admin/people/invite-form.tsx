'use client'

import type { FormEvent } from 'react'
import { useState } from 'react'
import { usePeopleChanges } from '../../_client/use-people.ts'
import { Field } from '../../_providers/field.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { type PersonRole, RoleSelect } from './role-select.tsx'
import type { Run } from './run.ts'

/** Makes a link by which somebody comes in. Only an owner lets in who may do more than members. */
export function InviteForm({ isOwner, run }: { isOwner: boolean; run: Run }) {
  const words = useAdminTexts().members
  const { invite } = usePeopleChanges()
  const [role, setRole] = useState<PersonRole>('member')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const email = String(new FormData(form).get('email')).trim()
    if (await run(() => invite({ role, email: email === '' ? null : email }))) form.reset()
  }

  return (
    <section aria-labelledby="invite">
      <h2 id="invite" className="mt-8 mb-3 font-semibold font-serif text-h2">
        {words.invite}
      </h2>
      <form onSubmit={(event) => void submit(event)} className="flex max-w-2xl flex-wrap items-start gap-3">
        <div className="min-w-0 flex-[1_1_18rem]">
          <Field label={words.invite_email} name="email" type="email" hint={words.invite_email_about} />
        </div>
        {isOwner && (
          <div>
            <label htmlFor="invite-role" className="mb-1 block font-semibold text-caption text-muted">
              {words.role}
            </label>
            <RoleSelect id="invite-role" words={words} value={role} onPick={setRole} />
          </div>
        )}
        <Button type="submit" variant="primary" className="mt-5.5 pointer-coarse:min-h-11">
          {words.make_link}
        </Button>
      </form>
    </section>
  )
}
