/** The address that a text consists of, where it looks like one of a picture; else `null`. */
export function pictureAddress(text: string): string | null {
  const url = URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol) || /\s/.test(text.trim())) return null
  return /\.(?:png|jpe?g|gif|webp|avif)$/i.test(url.pathname) ? url.href : null
}

const WISH = 'metis:attach-picture'

/** Asks the message field of the page to attach the picture at an address: whoever shows it knows nothing of the field. */
export function wishForPicture(address: string): void {
  window.dispatchEvent(new CustomEvent(WISH, { detail: address }))
}

/** Returns how to stop listening. */
export function onPictureWish(listener: (address: string) => void): () => void {
  const onWish = (event: Event) => listener((event as CustomEvent<string>).detail)
  window.addEventListener(WISH, onWish)
  return () => window.removeEventListener(WISH, onWish)
}
