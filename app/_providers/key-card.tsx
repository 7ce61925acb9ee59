'use client'

import { useProviders } from '../_client/use-providers.ts'
import { useLateTexts } from '../_texts/texts.ts'
import { PageLink } from '../_ui/page-link.tsx'
import { FoundServers } from './found-servers.tsx'
import { KeyForm } from './key-form.tsx'

/** How one begins without any key: a field for one, and what is here already. */
export function KeyCard() {
  const words = useLateTexts().providers
  const { data } = useProviders()
  return (
    <section aria-labelledby="add-a-key" className="rounded-card border border-line bg-raised p-5">
      <h2 id="add-a-key" className="font-semibold font-serif text-h3">
        {words.add_key}
      </h2>
      <p className="mt-0.5 mb-3 text-muted text-small">{words.add_key_about}</p>
      <KeyForm providers={data?.providers ?? []} />
      <div className="mt-3">
        <FoundServers />
      </div>
      <PageLink
        href="/settings/keys"
        className="mt-3 inline-flex items-center text-small underline decoration-dotted decoration-line-control underline-offset-3 hover:text-accent pointer-coarse:min-h-11"
      >
        {words.all_providers}
      </PageLink>
    </section>
  )
}
