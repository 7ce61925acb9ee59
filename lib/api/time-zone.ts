/** Whether the system knows a time zone by this name, for instance `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
