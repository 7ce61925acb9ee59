'use client'

import { useCredentials } from '../_client/use-credentials.ts'
import { useLateTexts } from '../_texts/texts.ts'
import { AddPasskey } from './add-passkey.tsx'
import { CredentialList } from './credential-list.tsx'

/** Keys of devices that somebody signs in with; `isOffered`: whether browsers make them for this server. */
export function OwnPasskeys({ isOffered }: { isOffered: boolean }) {
  const words = useLateTexts().people
  const { credentials } = useCredentials()
  const passkeys = credentials?.filter(({ kind }) => kind === 'passkey') ?? []
  if (!credentials || (!isOffered && passkeys.length === 0)) return null
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys" tabIndex={-1} className="mt-8 mb-1 font-semibold font-serif text-h2">
        {words.passkeys}
      </h2>
      <p className="mb-3 max-w-[42em] text-ink-soft">{isOffered ? words.passkeys_about : words.passkeys_nowhere}</p>
      <CredentialList credentials={passkeys} headingId="passkeys" />
      {isOffered && <AddPasskey />}
    </section>
  )
}
