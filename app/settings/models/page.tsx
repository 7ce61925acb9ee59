import { ModelSettings } from '../../_settings/model-settings.tsx'

export default function ModelsPage() {
  return <ModelSettings />
}
