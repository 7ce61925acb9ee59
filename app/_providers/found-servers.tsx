'use client'

import { useKeeping, useLocalServers } from '../_client/use-providers.ts'
import { Hand } from '../_content/hand.tsx'
import { useLateTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { Outcome } from './outcome.tsx'

type Server = NonNullable<ReturnType<typeof useLocalServers>['data']>['servers'][number]

/** Servers that answer on this machine, each to be used by a press; nothing where there is none. */
export function FoundServers() {
  const words = useLateTexts().providers
  const { data } = useLocalServers()
  if (!data || data.servers.length === 0) return null
  return (
    <ul aria-label={words.found}>
      {data.servers.map((server) => (
        <Found key={server.provider} server={server} />
      ))}
    </ul>
  )
}

function Found({ server: { provider, label, address, models } }: { server: Server }) {
  const words = useLateTexts().providers
  const { keeping, keep } = useKeeping()
  return (
    <li className="border-line border-b py-2">
      <div className="flex items-center gap-2.5">
        <Hand provider={provider} />
        <span className="min-w-0 flex-1">
          {label}
          <span className="block text-caption text-muted">{words.found_models(words.models(models))}</span>
        </span>
        <Button disabled={keeping.step === 'trying'} onClick={() => void keep(provider, { base_url: address })}>
          {words.use(label)}
        </Button>
      </div>
      <Outcome keeping={keeping} onKeepAnyway={() => void keep(provider, { base_url: address, keep_anyway: true })} />
    </li>
  )
}
