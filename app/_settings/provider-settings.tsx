'use client'

import { useState } from 'react'
import type { Provider } from '#lib/api/provider.ts'
import { useProviders } from '../_client/use-providers.ts'
import { FoundServers } from '../_providers/found-servers.tsx'
import { KeyForm } from '../_providers/key-form.tsx'
import { OwnServerForm } from '../_providers/own-server-form.tsx'
import { Button } from '../_ui/button.tsx'
import { PageTitle } from './page-title.tsx'
import { ProviderRow } from './provider-row.tsx'

/** Every provider: those that are set up first, then how to add one, then the others. */
export function ProviderSettings() {
  const { data, isError, refetch } = useProviders()
  return (
    <>
      <title>Providers and keys · Metis</title>
      <PageTitle
        title="Providers and keys"
        about={`Keys are stored encrypted on this server, ${
          data?.secret_from === 'environment'
            ? 'under METIS_SECRET'
            : 'under a secret in the file “secret” beside the data'
        }. They are sent to their provider alone and never shown again, only their last four characters.`}
      />
      {isError && !data && (
        <div className="space-y-2">
          <p>The providers could not be loaded.</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {data && <Providers providers={data.providers} protocols={data.protocols} />}
    </>
  )
}

function Providers({
  providers,
  protocols,
}: {
  providers: readonly Provider[]
  protocols: readonly { id: string; label: string }[]
}) {
  const [isAddingServer, setAddingServer] = useState(false)
  const inUse = providers.filter(({ by }) => by !== 'none')
  const others = providers.filter(({ by }) => by === 'none')
  return (
    <>
      {inUse.length > 0 && (
        <>
          <h2 className="sr-only">Set up</h2>
          <List label="Set up" providers={inUse} />
        </>
      )}
      <section aria-labelledby="add" className="mt-8">
        <h2 id="add" className="mb-3 font-semibold font-serif text-h2">
          Add a provider
        </h2>
        <div className="max-w-2xl">
          <KeyForm providers={providers} />
          <div className="mt-3">
            <FoundServers />
          </div>
        </div>
        <div className="mt-4">
          {isAddingServer ? (
            <div className="max-w-2xl border-line-strong border-t pt-4">
              <OwnServerForm protocols={protocols} />
            </div>
          ) : (
            <Button onClick={() => setAddingServer(true)}>Add a server of your own…</Button>
          )}
        </div>
      </section>
      <section aria-labelledby="others" className="mt-8">
        <h2 id="others" className="mb-3 font-semibold font-serif text-h2">
          Not set up
        </h2>
        <List label="Not set up" providers={others} />
      </section>
    </>
  )
}

function List({ label, providers }: { label: string; providers: readonly Provider[] }) {
  return (
    <ul aria-label={label} className="border-line-strong border-t">
      {providers.map((provider) => (
        <ProviderRow key={provider.id} provider={provider} />
      ))}
    </ul>
  )
}
