import { folderSize } from '#lib/folder-size.ts'
import { viewer } from '../../_frame/read-viewer.ts'
import { backupAnswer } from '../../_http/backup.ts'
import { DataSettings, type StoredData } from '../../_settings/data-settings.tsx'
import { readerTexts } from '../../_texts/reader-language.ts'
import type { Texts } from '../../_texts/texts.ts'
import { server } from '../../server.ts'

export default async function DataPage() {
  const { role } = await viewer()
  const { texts, late } = await readerTexts()
  return <DataSettings stored={role === 'member' ? null : await storedData(texts)} words={late.settings} />
}

/** For whoever runs the installation: it says where everything is. */
async function storedData({ format }: Texts): Promise<StoredData> {
  const installed = await server()
  const { place, providers, version } = installed
  const { folder } = place
  return {
    folder,
    server: place.server,
    size: format.size(await folderSize(folder)),
    secretFrom: providers.secretFrom,
    version,
    backups: await backupAnswer(installed),
  }
}
