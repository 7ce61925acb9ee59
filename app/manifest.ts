import type { MetadataRoute } from 'next'
import { readerTexts } from './_texts/reader-language.ts'

/** What a browser needs to install Metis as an application of its own. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { page } = (await readerTexts()).texts
  return {
    id: '/',
    name: 'Metis',
    short_name: 'Metis',
    description: page.description,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fbfbf8',
    theme_color: '#fbfbf8',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [{ name: page.new_chat, url: '/' }],
  }
}
