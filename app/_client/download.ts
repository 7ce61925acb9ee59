'use client'

/** Has the browser save what is at an address, under the name that the server gives it. The page stays as it is. */
export function download(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
