import type { Provider } from '#lib/api/provider.ts'

/** `ends c41F`, or the address of a server that asks for no key. */
export function keyLabel({ by, has_key, key_hint, address, usual_address, needs }: Provider): string {
  if (by === 'none') return needs === 'address' ? 'no address' : 'no key'
  if (!has_key) return hostOf(address ?? usual_address ?? '')
  return key_hint === null ? 'a key' : `ends ${key_hint}`
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Whence it is, and when it was used: `added 3 Nov, used 09:44`. */
export function originLabel({ by, added_at, used_at, variable }: Provider, now = new Date()): string {
  const used = used_at === null ? 'not used yet' : `used ${whenLabel(new Date(used_at), now)}`
  switch (by) {
    case 'environment':
      return `from the environment${variable === null ? '' : ` (${variable})`}, ${used}`
    case 'models_file':
      return `from models.yaml, ${used}`
    default:
      return added_at === null ? used : `added ${whenLabel(new Date(added_at), now)}, ${used}`
  }
}

/** Where its server usually is. */
export function addressLabel({ usual_address }: Provider): string {
  return usual_address === null ? 'Everybody has an address of their own here.' : `It usually is at ${usual_address}.`
}

function whenLabel(date: Date, now: Date): string {
  return date.toDateString() === now.toDateString() ? clock.format(date) : day.format(date)
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address
}
