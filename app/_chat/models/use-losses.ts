import { useQuery } from '@tanstack/react-query'
import { request } from '../../_client/use-api.ts'
import { useLateTexts } from '../../_texts/texts.ts'
import type { Automatic } from '../switching/automatic-words.ts'

/** What routing comes to for the chat where nobody chooses; `undefined` where nobody has said yet. */
export function useAutomatic(chat: string | undefined): Automatic | undefined {
  return usePortability(chat).data?.automatic ?? undefined
}

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

/** Where a chat can go on, and what it would lose there; asked for anew each time, for it is about what was said so far. */
function usePortability(id: string | undefined) {
  return useQuery({
    queryKey: ['portability', id],
    queryFn: ({ signal }) => request('GET', '/api/sessions/{id}/portability', { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
    gcTime: 0,
  })
}
