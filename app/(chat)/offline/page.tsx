import { OfflinePage } from '../../_offline/offline-page.tsx'

export default function Offline() {
  return <OfflinePage />
}
