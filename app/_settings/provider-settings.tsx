'use client'

import { useState } from 'react'
import type { Provider } from '#lib/api/provider.ts'
import { useProviders } from '../_client/use-providers.ts'
import { PageTitle } from '../_frame/page-title.tsx'
import { FoundServers } from '../_providers/found-servers.tsx'
import { KeyForm } from '../_providers/key-form.tsx'
import { OwnServerForm } from '../_providers/own-server-form.tsx'
import { useLateTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { ProviderRow } from './provider-row.tsx'

/** Every provider: those that are set up first, then how to add one, then the others. */
export function ProviderSettings() {
  const words = useLateTexts().settings
  const { data, isError, refetch } = useProviders()
  return (
    <>
      <title>{`${words.keys} · Metis`}</title>
      <PageTitle title={words.keys} about={words.keys_about[data?.secret_from ?? 'file']} />
      {isError && !data && (
        <div className="space-y-2">
          <p>{words.providers_not_loaded}</p>
          <Button onClick={() => void refetch()}>{words.try_again}</Button>
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
  const { add_server_more } = useLateTexts().providers
  const words = useLateTexts().settings
  const [isAddingServer, setAddingServer] = useState(false)
  const inUse = providers.filter(({ by }) => by !== 'none')
  const others = providers.filter(({ by }) => by === 'none')
  return (
    <>
      {inUse.length > 0 && (
        <>
          <h2 className="sr-only">{words.set_up}</h2>
          <List label={words.set_up} providers={inUse} />
        </>
      )}
      <section aria-labelledby="add" className="mt-8">
        <h2 id="add" className="mb-3 font-semibold font-serif text-h2">
          {words.add_provider}
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
            <Button onClick={() => setAddingServer(true)}>{add_server_more}</Button>
          )}
        </div>
      </section>
      <section aria-labelledby="others" className="mt-8">
        <h2 id="others" className="mb-3 font-semibold font-serif text-h2">
          {words.not_set_up}
        </h2>
        <List label={words.not_set_up} providers={others} />
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
