import type { BackupState } from '#lib/api/backup.ts'
import { PageTitle } from '../_frame/page-title.tsx'
import type { LateTexts } from '../_texts/texts.ts'
import { AllChatsSettings } from './all-chats-settings.tsx'
import { BackupSettings } from './backup-settings.tsx'
import { ExportSettings } from './export-settings.tsx'
import { Fact } from './fact.tsx'
import { ImportSettings } from './import-settings.tsx'
import { OfflineSettings } from './offline-settings.tsx'
import { OutboundSettings } from './outbound-settings.tsx'
import { VerifySettings } from './verify-settings.tsx'

/** What only who runs the installation is told. */
export interface StoredData {
  folder: string
  /** Of a libSQL server, where the database is not a file. */
  server: string | null
  /** As people read it. */
  size: string
  secretFrom: 'environment' | 'file'
  version: string
  backups: BackupState
}

/** In the language of the reader. */
type Words = LateTexts['settings']

/** What one has here, as files and gone for good; and where everything is, for who runs the installation. */
export function DataSettings({ stored, words }: { stored: StoredData | null; words: Words }) {
  return (
    <>
      <title>{`${words.data} · Metis`}</title>
      <PageTitle title={words.data} about={stored ? words.data_about : words.own_data_about} />
      {stored && <Place {...stored} words={words} />}
      <ExportSettings />
      <ImportSettings />
      <VerifySettings />
      <OutboundSettings />
      <OfflineSettings />
      <AllChatsSettings />
    </>
  )
}

/** Where everything is, and how to keep it. */
function Place({ folder, server, size, secretFrom, version, backups, words }: StoredData & { words: Words }) {
  const [before, after] = words.in_folder
  const database = <code className="font-mono text-small">metis.db</code>
  return (
    <>
      <dl className="max-w-3xl">
        <Fact name={words.folder}>
          <code className="break-all font-mono text-small">{folder}</code>
        </Fact>
        <Fact name={words.folder_size}>{size}</Fact>
        <Fact name={words.chats}>
          {server === null ? (
            <>
              {before}
              {database}
              {after}
            </>
          ) : (
            <>
              {words.on_server}
              <code className="break-all font-mono text-small">{server}</code>
            </>
          )}
        </Fact>
        <Fact name={words.chat_files}>{words.chat_files_place}</Fact>
        <Fact name={words.stored_keys}>{words.keys_under[secretFrom]}</Fact>
        <Fact name={words.version}>{version}</Fact>
      </dl>
      <BackupSettings secretFrom={secretFrom} atFirst={backups} />
    </>
  )
}
