import { isThisMachine } from '../adapters/own-server.ts'
import { wiresOf } from '../adapters/provider.ts'
import { PROVIDERS } from '../adapters/providers.ts'
import type { ProviderSettings } from '../provider-env.ts'
import { askForList } from './ask-for-list.ts'

/** A server that answers on this machine, where its kind usually listens. */
export interface LocalServer {
  provider: string
  label: string
  address: string
  models: number
}

/** What listens here answers at once, and what does not answer is not there. */
const PATIENCE_MS = 800

/** Servers that records know to listen on loopback, and that list models there. They are asked without any key. */
export async function findLocalServers(
  candidates: readonly ProviderSettings[],
  timeoutMs = PATIENCE_MS,
): Promise<LocalServer[]> {
  const found = await Promise.all(candidates.map((each) => ask(each, timeoutMs).catch(() => null)))
  return found.filter((server) => server !== null)
}

async function ask(settings: ProviderSettings, timeoutMs: number): Promise<LocalServer | null> {
  const { id: provider, label, protocol, baseUrl: address } = settings
  if (address === null || protocol === null) return null
  const models = await askForList(settings, protocol, { timeoutMs })
  return models.length === 0 ? null : { provider, label, address, models: models.length }
}

/** Of every record whose usual address is this machine. */
export function localCandidates(): ProviderSettings[] {
  return PROVIDERS.flatMap((provider): ProviderSettings[] => {
    const { id, label, base_url } = provider
    const [type] = wiresOf(provider)[0] ?? []
    if (type === undefined || base_url === null || !isThisMachine(new URL(base_url).hostname)) return []
    return [{ id, label, apiKey: null, baseUrl: base_url, protocol: type, models: [], options: {} }]
  })
}
