import { folderSize } from '#lib/folder-size.ts'
import { sizeLabel } from '../../_content/format.ts'
import { DataSettings } from '../../_settings/data-settings.tsx'
import { server } from '../../server.ts'

export default async function DataPage() {
  const { place, providers, version } = await server()
  return (
    <DataSettings
      folder={place.folder}
      server={place.server}
      size={sizeLabel(await folderSize(place.folder))}
      secretFrom={providers.secretFrom}
      version={version}
    />
  )
}
