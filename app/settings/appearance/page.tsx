import { AppearanceSettings } from '../../_settings/appearance-settings.tsx'

export default function AppearancePage() {
  return <AppearanceSettings />
}
