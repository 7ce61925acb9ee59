import { viewer } from '../_frame/read-viewer.ts'
import { OwnShares } from '../_share/own-shares.tsx'

export default async function SharesPage() {
  const { role } = await viewer()
  return <OwnShares isAdmin={role !== 'member'} />
}
