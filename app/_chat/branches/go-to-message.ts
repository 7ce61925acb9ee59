/** The page is told by its address, as by a hit of a search; asked for the same again, it has to be told so. */
export function goToMessage(id: string): void {
  const address = `#m-${encodeURIComponent(id)}`
  if (location.hash === address) dispatchEvent(new HashChangeEvent('hashchange'))
  else location.hash = address
}
