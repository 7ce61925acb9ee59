import { ShortcutSettings } from '../../_settings/shortcut-settings.tsx'

export default function ShortcutsPage() {
  return <ShortcutSettings />
}
