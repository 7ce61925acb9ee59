import type { Provider } from '#lib/api/provider.ts'
import type { LateTexts, Texts } from '../_texts/texts.ts'

type Words = LateTexts['settings']

/** `ends c41F`, or the address of a server that asks for no key. */
export function keyLabel(words: Words, { by, has_key, key_hint, address, usual_address, needs }: Provider): string {
  if (by === 'none') return needs === 'address' ? words.no_address : words.no_key
  if (!has_key) return hostOf(address ?? usual_address ?? '')
  return key_hint === null ? words.a_key : words.key_ends(key_hint)
}

/** Whence it is, and when it was used: `added 3 Nov, used 09:44`. */
export function originLabel(
  words: Words,
  format: Texts['format'],
  { by, added_at, used_at, variable }: Provider,
  now = new Date(),
): string {
  const when = (iso: string) => whenLabel(format, new Date(iso), now)
  const used = used_at === null ? words.not_used : words.used(when(used_at))
  switch (by) {
    case 'environment':
      return words.from_environment(variable, used)
    case 'models_file':
      return words.from_models_file(used)
    default:
      return added_at === null ? used : words.added(when(added_at), used)
  }
}

/** Where its server usually is. */
export function addressLabel(words: Words, { usual_address }: Provider): string {
  return usual_address === null ? words.own_address : words.usual_address(usual_address)
}

function whenLabel(format: Texts['format'], date: Date, now: Date): string {
  return date.toDateString() === now.toDateString() ? format.clock(date) : format.day(date)
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address
}
