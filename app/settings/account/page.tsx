import { redirect } from 'next/navigation'
import { viewer } from '../../_frame/read-viewer.ts'
import { AccountSettings } from '../../_people/account-settings.tsx'
import { waysIn } from '../../_people/read-ways-in.ts'

export default async function AccountPage() {
  const { signsIn } = await viewer()
  // Where nobody signs in there is no account.
  if (!signsIn) redirect('/settings')
  return <AccountSettings ways={await waysIn()} />
}
