import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { cache } from 'react'
import { linkHolder, shareAddress } from '../../_http/link-holder.ts'
import { ContinueHere } from '../../_share/continue-here.tsx'
import { NothingShared } from '../../_share/nothing-shared.tsx'
import { PasswordPage } from '../../_share/password-page.tsx'
import { sharedView } from '../../_share/read-shared-view.ts'
import { SharedPage } from '../../_share/shared-page.tsx'
import { readerLanguage, readerTexts } from '../../_texts/reader-language.ts'
import { LateTextsIn } from '../../_texts/texts-in.tsx'
import { server } from '../../server.ts'

interface Props {
  params: Promise<{ token: string }>
  searchParams: Promise<{ wrong?: string | string[] }>
}

/** Looked up once for each page. That somebody looks at it was counted on the way (`proxy.ts`). */
const opened = cache(async (token: string) => {
  const installed = await server()
  const holder = await linkHolder(await headers(), installed, token)
  return await installed.sharedLinks.open(holder, { counts: false }).catch(() => null)
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { token } = await params
  const [link, { late }, { reachable }] = await Promise.all([opened(token), readerTexts(), server()])
  const words = late.shares
  const title = link?.type === 'open' && link.shows_title ? link.snapshot.title : null
  const name = title ?? words.conversation
  const base = reachable?.publicUrl ?? null
  return {
    title: `${name} · Metis`,
    description: words.about_page,
    robots: { index: false, follow: false, noarchive: true, nosnippet: true },
    referrer: 'no-referrer',
    // Whoever fetches what is linked wants whole addresses.
    ...(base && {
      metadataBase: new URL(base),
      openGraph: {
        title: name,
        description: words.about_page,
        siteName: 'Metis',
        type: 'article',
        images: [
          title === null
            ? { url: '/shared.png', width: 1200, height: 630 }
            : { url: `${shareAddress(token)}/picture`, width: 1200, height: 630 },
        ],
      },
      twitter: { card: 'summary_large_image' },
    }),
  }
}

export default async function SharePage({ params, searchParams }: Props) {
  const { token } = await params
  const link = await opened(token)
  const { access, models } = await server()
  const { texts } = await readerTexts()
  const address = shareAddress(token)
  return (
    <LateTextsIn language={await readerLanguage()}>
      {link === null ? (
        <NothingShared signInAddress={access && `/sign-in?${new URLSearchParams({ next: address })}`} />
      ) : link.type === 'needs_password' ? (
        <PasswordPage address={address} wasWrong={(await searchParams).wrong !== undefined} />
      ) : (
        <SharedPage view={sharedView(link, { address, models: models.list(), format: texts.format })}>
          <ContinueHere token={token} proof={link.proof} />
        </SharedPage>
      )}
    </LateTextsIn>
  )
}
