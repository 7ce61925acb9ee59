'use client'

/** Gives a text to the browser as a file, by a name. */
export function saveText(text: string, name: string, type = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken it by then, or will never.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
