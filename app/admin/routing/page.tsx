import { RoutingPage } from '../../_admin/routing/routing-page.tsx'

export default function RoutingRulesPage() {
  return <RoutingPage />
}
