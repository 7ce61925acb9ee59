import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { viewer } from './_frame/read-viewer.ts'
import { readerLanguage, readerTexts } from './_texts/reader-language.ts'
import { TextsIn } from './_texts/texts-in.tsx'
import { appearanceAttributes } from './_ui/appearance.ts'
import { preloadFace } from './_ui/preload-face.ts'
import './globals.css'

export async function generateMetadata(): Promise<Metadata> {
  const { texts } = await readerTexts()
  return {
    description: texts.page.description,
    // Browsers also ask for /favicon.ico, link or none.
    icons: { icon: '/icon.svg', apple: '/apple-touch-icon.png' },
  }
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  interactiveWidget: 'resizes-content',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfbf8' },
    { media: '(prefers-color-scheme: dark)', color: '#151714' },
  ],
}

/** How it looks comes from cookies, so that the first paint has it, and no script has to run before that. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  // What every first screen is set in. The other faces come when something is set in them.
  preloadFace('ui')
  preloadFace('reading')
  const jar = await cookies()
  const language = await readerLanguage()
  const { id } = await viewer()
  return (
    <html lang={language} data-person={id ?? undefined} {...appearanceAttributes((name) => jar.get(name)?.value)}>
      <body className="bg-canvas text-ink">
        <TextsIn language={language}>{children}</TextsIn>
      </body>
    </html>
  )
}
