import type { Model } from '#lib/api/model.ts'
import { Notice } from '../notice.tsx'
import { aliasOf } from './alias.ts'

/** Which model a leading `@alias` gives this message to. */
export function OneTimeModel({ text, models }: { text: string; models: readonly Model[] }) {
  const model = text.startsWith('@') ? aliasOf(text, models) : undefined
  if (!model) return null
  return (
    <Notice>
      For this message only: <strong className="font-medium">{model.label}</strong>
      {!model.configured && !model.scripted && ', which is not configured'}
    </Notice>
  )
}
