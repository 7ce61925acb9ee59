import { useRef, useState } from 'react'
import { patchSession, previewSwitch } from '../../_client/use-api.ts'
import { useLive, useSessionState } from '../live/use-live-session.ts'
import { type Resolution, type SwitchPreview, saysSomething } from './preview.ts'

/**
 * Chooses the model of a chat. Where something would be lost, cost or refused by that, it is shown first and nothing is
 * changed; else the change is made at once, and `whole` is the model that gets all of it.
 */
export function useSwitch(onError: (error: unknown) => void) {
  const live = useLive()
  const said = useSessionState((state) => state.tree.path.length)
  const present = useSessionState((state) => state.session?.active_model) ?? null
  const [preview, setPreview] = useState<SwitchPreview | null>(null)
  const [whole, setWhole] = useState<{ model: string; said: number } | null>(null)
  const asked = useRef(0)

  /** Rejects where the server refuses it. */
  async function change(fields: Parameters<typeof patchSession>[1]) {
    const session = await patchSession(live.id, fields)
    live.update((state) => ({ ...state, session }))
    onError(null)
  }

  async function choose(id: string | null) {
    asked.current += 1
    const question = asked.current
    setWhole(null)
    if (id !== null && id !== present && said > 0) {
      // Where it cannot be looked at, the change itself says what is wrong.
      const found = await previewSwitch(live.id, id).catch(() => null)
      // Another was chosen meanwhile.
      if (question !== asked.current) return
      if (found && saysSomething(found)) {
        setPreview(found)
        return
      }
      if (found) setWhole({ model: found.model, said })
    }
    await change({ active_model: id }).catch(onError)
  }

  return {
    choose,
    change,
    preview,
    /** Goes to the model that is shown. Rejects where the server refuses it. */
    take: (resolution?: Resolution) =>
      change({ active_model: preview?.model ?? null, ...(resolution && { resolution }) }),
    close: () => setPreview(null),
    /** Until something is said. */
    whole: whole?.said === said ? whole.model : null,
  }
}
