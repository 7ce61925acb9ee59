import type { Provider } from '#lib/api/provider.ts'

/** A provider that is not set up. */
export function provider(id: string, fields: Partial<Provider> = {}): Provider {
  return {
    id,
    label: id,
    configured: false,
    by: 'none',
    has_key: false,
    key_hint: null,
    address: null,
    usual_address: `https://${id}.example.com`,
    own_server: false,
    needs: 'key',
    known: true,
    key_page: null,
    key_starts: [],
    variable: null,
    models: 0,
    problem: null,
    added_at: null,
    used_at: null,
    ...fields,
  }
}
