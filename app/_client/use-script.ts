'use client'

/** A script of this server as it stands, to be handed to a page that may not load it itself. */
export async function loadScript(address: string): Promise<string> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return response.text()
}
