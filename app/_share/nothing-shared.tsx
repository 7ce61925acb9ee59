'use client'

import { useLateTexts } from '../_texts/texts.ts'
import { SharedFrame } from './shared-frame.tsx'

/** The one page for every link that opens nothing: which of the reasons it is, it never says. */
export function NothingShared({ signInAddress }: { signInAddress: string | null }) {
  const words = useLateTexts().shares
  return (
    <SharedFrame>
      {/* With this status the framework renders none of its own. */}
      <title>{`${words.conversation} · Metis`}</title>
      <h1 className="mt-14 font-semibold font-serif text-h1">{words.nothing}</h1>
      <p className="mt-3 max-w-[36em] text-ink-soft">{words.nothing_about}</p>
      {signInAddress && (
        <p className="mt-3 max-w-[36em] text-ink-soft">
          {words.nothing_for_you}{' '}
          <a href={signInAddress} className="text-accent underline underline-offset-3 pointer-coarse:leading-11">
            {words.sign_in}
          </a>
        </p>
      )}
    </SharedFrame>
  )
}
