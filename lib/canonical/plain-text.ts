/** Text whose bytes are what is read of it: it loses nothing by being sent as text. */
export function isPlainText(media_type: string): boolean {
  return (media_type.startsWith('text/') && media_type !== 'text/html') || media_type === 'application/json'
}
