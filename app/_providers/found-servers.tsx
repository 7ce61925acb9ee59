'use client'

import { useKeeping, useLocalServers } from '../_client/use-providers.ts'
import { Hand } from '../_content/hand.tsx'
import { Button } from '../_ui/button.tsx'
import { Outcome } from './outcome.tsx'

type Server = NonNullable<ReturnType<typeof useLocalServers>['data']>['servers'][number]

/** Servers that answer on this machine, each to be used by a press; nothing where there is none. */
export function FoundServers() {
  const { data } = useLocalServers()
  if (!data || data.servers.length === 0) return null
  return (
    <ul aria-label="Found on this machine">
      {data.servers.map((server) => (
        <Found key={server.provider} server={server} />
      ))}
    </ul>
  )
}

function Found({ server: { provider, label, address, models } }: { server: Server }) {
  const { keeping, keep } = useKeeping()
  return (
    <li className="border-line border-b py-2">
      <div className="flex items-center gap-2.5">
        <Hand provider={provider} />
        <span className="min-w-0 flex-1">
          {label}
          <span className="block text-caption text-muted">
            Found on this machine: {models === 1 ? '1 model' : `${models} models`}
          </span>
        </span>
        <Button disabled={keeping.step === 'trying'} onClick={() => void keep(provider, { base_url: address })}>
          Use {label}
        </Button>
      </div>
      <Outcome keeping={keeping} onKeepAnyway={() => void keep(provider, { base_url: address, keep_anyway: true })} />
    </li>
  )
}
