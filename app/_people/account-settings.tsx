'use client'

import { useMe } from '../_client/use-people.ts'
import { PageTitle } from '../_frame/page-title.tsx'
import { useLateTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { ChangeName } from './change-name.tsx'
import { ChangePassword } from './change-password.tsx'
import { DeviceList } from './device-list.tsx'
import { OwnAccounts } from './own-accounts.tsx'
import { OwnPasskeys } from './own-passkeys.tsx'
import { SignOut } from './sign-out.tsx'
import type { WaysIn } from './ways-in.ts'

/** Who somebody is here, where they are signed in, and the way out. */
export function AccountSettings({ ways }: { ways: WaysIn }) {
  const words = useLateTexts().people
  const { data, isError, refetch } = useMe()
  const person = data?.person
  return (
    <>
      <title>{`${words.account} · Metis`}</title>
      <PageTitle title={words.account} about={person ? words.account_about(person.name, person.email) : ''} />
      {isError && !data && (
        <div className="space-y-2">
          <p>{words.not_loaded}</p>
          <Button onClick={() => void refetch()}>{words.try_again}</Button>
        </div>
      )}
      {person && (
        <>
          <p className="max-w-[42em]">
            <strong className="font-semibold">{words.roles[person.role]}.</strong> {words.role_about[person.role]}
          </p>
          <SignOut />
          <DeviceList />
          <OwnPasskeys isOffered={ways.passkeys} />
          <OwnAccounts provider={ways.oidc} />
          <ChangeName name={person.name} />
          <ChangePassword email={person.email} />
        </>
      )}
    </>
  )
}
