import { UsagePage } from '../../_admin/usage/usage-page.tsx'

export default function AdminUsagePage() {
  return <UsagePage />
}
