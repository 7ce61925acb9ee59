import { PeoplePage } from '../../_admin/people/people-page.tsx'
import { viewer } from '../../_frame/read-viewer.ts'

export default async function AdminPeoplePage() {
  const { signsIn } = await viewer()
  return <PeoplePage signsIn={signsIn} />
}
