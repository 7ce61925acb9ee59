import { PresetSettings } from '../../_settings/preset-settings.tsx'

export default function PresetSettingsPage() {
  return <PresetSettings />
}
