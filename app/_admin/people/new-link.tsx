'use client'

import { useEffect, useRef } from 'react'
import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'
import { FIELD } from '../../_providers/field.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { CopyButton } from '../../_ui/copy-button.tsx'

export type MadeLink = AnswerOf<EndpointOf<'/api/admin/invitations', 'POST'>>

/** A link that was just made, to be passed on: it is in no list. */
export function NewLink({ link: { path, expires_at } }: { link: MadeLink }) {
  const { format } = useTexts()
  const words = useAdminTexts().members
  const field = useRef<HTMLInputElement>(null)
  const address = location.origin + path
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new link is to be seen
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [path])
  return (
    <div className="mt-4 max-w-2xl" role="status">
      <label className="block">
        <span className="mb-1 block font-semibold text-caption text-muted">{words.link}</span>
        <span className="flex items-center gap-1">
          <input ref={field} readOnly value={address} className={`${FIELD} font-mono text-small`} />
          <CopyButton text={address} label={words.copy_link} />
        </span>
      </label>
      <p className="mt-1 text-caption text-muted">{words.link_about(format.moment(new Date(expires_at)))}</p>
    </div>
  )
}
