import { ProviderSettings } from '../../_settings/provider-settings.tsx'

export default function KeysPage() {
  return <ProviderSettings />
}
