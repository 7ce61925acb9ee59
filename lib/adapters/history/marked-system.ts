/** A system prompt for a place or a host that takes user text only. */
export function markedSystem(text: string): string {
  return `<system_message>\n${text}\n</system_message>`
}
