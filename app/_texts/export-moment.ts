/** In a file nobody knows where its reader is: times are those of UTC, and say so. */
export function formatMoment(locale: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return (iso) => `${format.format(new Date(iso))} UTC`
}
