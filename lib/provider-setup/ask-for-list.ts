import type { AdapterType, ServedModel } from '../adapters/adapter.ts'
import { listModels } from '../adapters/exchange/model-list.ts'
import { wireOf } from '../adapters/registry.ts'
import type { ProviderSettings } from '../provider-env.ts'

/** What the server of these settings lists. Throws what `listModels` throws. */
export function askForList(
  { id, apiKey, baseUrl, options, connection }: ProviderSettings,
  type: AdapterType,
  { timeoutMs, path }: { timeoutMs?: number; path?: string } = {},
): Promise<ServedModel[]> {
  const { protocol, provider } = wireOf({ type, name: id })
  const base_url = baseUrl ?? provider.base_url
  if (base_url === null) throw new TypeError(`${id} has no address`)
  const headers = { ...protocol.headers({ api_key: apiKey, options }), ...connection?.extra_headers }
  return listModels({
    base_url,
    headers,
    protocol: path === undefined ? protocol : { ...protocol, models_path: path },
    prefix: provider.listed_prefix,
    secrets: apiKey === null ? [] : [apiKey],
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
}
