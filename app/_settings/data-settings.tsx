import type { ReactNode } from 'react'
import { PageTitle } from '../_frame/page-title.tsx'
import type { LateTexts } from '../_texts/texts.ts'
import { AllChatsSettings } from './all-chats-settings.tsx'
import { OfflineSettings } from './offline-settings.tsx'

export interface StoredData {
  folder: string
  /** Of a libSQL server, where the database is not a file. */
  server: string | null
  /** As people read it. */
  size: string
  secretFrom: 'environment' | 'file'
  version: string
  /** In the language of the reader. */
  words: LateTexts['settings']
}

/** Where everything is, and how to keep it. */
export function DataSettings({ folder, server, size, secretFrom, version, words }: StoredData) {
  const [before, after] = words.in_folder
  const database = <code className="font-mono text-small">metis.db</code>
  return (
    <>
      <title>{`${words.data} · Metis`}</title>
      <PageTitle title={words.data} about={words.data_about} />
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
      <h2 className="mt-8 mb-2 font-semibold font-serif text-h2">{words.backup}</h2>
      <p className="max-w-[42em] text-ink-soft">
        {server === null ? words.backup_folder : words.backup_folder_and_server} {words.backup_secret[secretFrom]}{' '}
        {words.backup_copies}
      </p>
      <OfflineSettings />
      <AllChatsSettings />
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-line border-b py-2.5 md:grid-cols-[12rem_1fr]">
      <dt className="font-semibold text-caption text-muted md:text-small">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
