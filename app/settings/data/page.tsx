import { notFound } from 'next/navigation'
import { folderSize } from '#lib/folder-size.ts'
import { viewer } from '../../_frame/read-viewer.ts'
import { DataSettings } from '../../_settings/data-settings.tsx'
import { readerTexts } from '../../_texts/reader-language.ts'
import { server } from '../../server.ts'

/** For whoever runs the installation: it says where everything is. */
export default async function DataPage() {
  const { role } = await viewer()
  if (role === 'member') notFound()
  const { texts, late } = await readerTexts()
  const { place, providers, version } = await server()
  return (
    <DataSettings
      folder={place.folder}
      server={place.server}
      size={texts.format.size(await folderSize(place.folder))}
      secretFrom={providers.secretFrom}
      version={version}
      words={late.settings}
    />
  )
}
