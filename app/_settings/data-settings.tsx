import type { ReactNode } from 'react'
import { OfflineSettings } from './offline-settings.tsx'
import { PageTitle } from './page-title.tsx'

export interface StoredData {
  folder: string
  /** Of a libSQL server, where the database is not a file. */
  server: string | null
  /** As people read it. */
  size: string
  secretFrom: 'environment' | 'file'
  version: string
}

/** Where everything is, and how to keep it. */
export function DataSettings({ folder, server, size, secretFrom, version }: StoredData) {
  const database = <code className="font-mono text-small">metis.db</code>
  return (
    <>
      <title>Data · Metis</title>
      <PageTitle title="Data" about="All of it is yours, and on this machine unless it says otherwise here." />
      <dl className="max-w-3xl">
        <Fact name="Folder">
          <code className="break-all font-mono text-small">{folder}</code>
        </Fact>
        <Fact name="Size of the folder">{size}</Fact>
        <Fact name="Chats">
          {server === null ? (
            <>in {database} in that folder</>
          ) : (
            <>
              on the database server <code className="break-all font-mono text-small">{server}</code>
            </>
          )}
        </Fact>
        <Fact name="Files of chats">in the folder “attachments” there</Fact>
        <Fact name="Keys">
          in the database, encrypted under{' '}
          {secretFrom === 'environment' ? 'METIS_SECRET' : 'the file “secret” in that folder'}
        </Fact>
        <Fact name="Version">{version}</Fact>
      </dl>
      <h2 className="mt-8 mb-2 font-semibold font-serif text-h2">Making a backup</h2>
      <p className="max-w-[42em] text-ink-soft">
        Stop Metis and copy the whole folder
        {server === null ? '' : ', and back up the database on its server'}.{' '}
        {secretFrom === 'environment'
          ? 'Keep METIS_SECRET with the copy: without it the keys must be pasted again.'
          : 'The file “secret” in it opens the stored keys: whoever has the whole copy has them, and without that file they must be pasted again.'}{' '}
        Before a newer version changes the database, it makes a copy beside it by itself.
      </p>
      <OfflineSettings />
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
