import type { ToolIdMap } from '../adapter.ts'

/**
 * From canonical tool ids to the ids a provider sees (canonical-message-format §6.2, design §3.19): its own id back,
 * everything else under the canonical id, which every wire format accepts. A provider that gave one id to two calls gets
 * the canonical ids of both, or a result would answer the wrong call.
 */
export function wireIds(map: ToolIdMap | undefined, provider: string): (canonicalId: string) => string {
  const own = new Map<string, string>()
  const uses = new Map<string, number>()
  for (const [canonicalId, entry] of map ?? []) {
    if (entry.provider !== provider || entry.provider_id === '') continue
    own.set(canonicalId, entry.provider_id)
    uses.set(entry.provider_id, (uses.get(entry.provider_id) ?? 0) + 1)
  }
  return (canonicalId) => {
    const id = own.get(canonicalId)
    return id !== undefined && uses.get(id) === 1 ? id : canonicalId
  }
}
