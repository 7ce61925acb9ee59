/** The day where the reader is, as `2026-11-23`. */
export function dayHere(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** Where the reader is, as `Europe/Berlin`. */
export function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** What a field for a day and a time holds, as a moment; `null` for none, and for one that clocks there pass over. */
export function momentOf(text: string): Date | null {
  const date = new Date(text)
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && text === fieldText(date) ? date : null
}

function fieldText(date: Date): string {
  const clock = [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  return `${dayHere(date)}T${clock}`
}

/** `2026-12-01 08:00`, in UTC. */
export function utcText(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ')
}
