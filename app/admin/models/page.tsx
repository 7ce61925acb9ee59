import { ModelsPage } from '../../_admin/models/models-page.tsx'

export default function AdminModelsPage() {
  return <ModelsPage />
}
