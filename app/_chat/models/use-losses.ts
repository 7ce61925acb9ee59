import { usePortability } from '../../_client/use-api.ts'
import { useLateTexts } from '../../_texts/texts.ts'

/** What the chat would lose at a model, by its id, in a few words; `null` where nothing, or where nobody has said yet. */
export function useLosses(chat: string | undefined): (id: string) => string | null {
  const words = useLateTexts().switching.losses
  const { data } = usePortability(chat)
  const byId = new Map(data?.models.map((model) => [model.id, model]))
  return (id) => {
    const { notes = [] } = byId.get(id) ?? {}
    if (notes.some(({ kind }) => kind === 'refused')) return words.refused
    if (notes.some(({ kind }) => kind === 'too_long')) return words.too_long
    const behind = notes.reduce((sum, { kind, count = 0 }) => sum + (kind === 'dropped' ? count : 0), 0)
    return behind > 0 ? words.behind(behind) : null
  }
}
