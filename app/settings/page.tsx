import { redirect } from 'next/navigation'

import { viewer } from '../_frame/read-viewer.ts'

export default async function SettingsPage() {
  const { signsIn } = await viewer()
  redirect(signsIn ? '/settings/account' : '/settings/keys')
}
