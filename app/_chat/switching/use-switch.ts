import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { applyBrief, patchSession, previewSwitch, undoBrief } from '../../_client/use-api.ts'
import { focusComposerByKeyboard } from '../composer/composer-id.ts'
import { useLive, useSessionState } from '../live/use-live-session.ts'
import { type Draft, type Resolution, type SwitchPreview, saysSomething } from './preview.ts'

/** As much as a message may have. */
const MOST_LOOKED_AT = 1_000_000

/** What is decided with the change. */
export interface Taken {
  resolution?: Resolution
  /** A file that goes no more, by the data of its source. */
  left_out?: string
  brief?: Pick<Draft, 'up_to' | 'model' | 'text'>
}

/**
 * Chooses the model of a chat, in which `draft` is written so far: where nothing is chosen, rules may ask about it. Where something would be lost, cost or refused by that, it is shown first and nothing is
 * changed; else the change is made at once, and `whole` is the model that gets all of it.
 */
export function useSwitch(onError: (error: unknown) => void, draft: string) {
  const live = useLive()
  const said = useSessionState((state) => state.tree.path.length)
  const present = useSessionState((state) => state.session?.active_model) ?? null
  const settings = useSessionState((state) => state.session?.settings)
  const [preview, setPreview] = useState<SwitchPreview | null>(null)
  /** What was chosen: the model that is shown, or nothing, so that the default decides. */
  const chosen = useRef<string | null>(null)
  const [whole, setWhole] = useState<{ model: string; said: number } | null>(null)
  const asked = useRef(0)

  /** Rejects where the server refuses it. */
  async function change(fields: Parameters<typeof patchSession>[1]) {
    const session = await patchSession(live.id, fields)
    live.update((state) => ({ ...state, session }))
    onError(null)
  }

  /** Shows what goes to a model, and what can be done about it, whether or not it is the one of the chat. */
  async function look(id: string) {
    asked.current += 1
    chosen.current = id
    setWhole(null)
    try {
      setPreview(await previewSwitch(live.id, id))
    } catch (cause) {
      onError(cause)
    }
  }

  /** Goes to the model that is shown; what comes next is a question to it. Rejects where the server refuses it. */
  async function take({ resolution, left_out, brief }: Taken = {}) {
    if (brief) await applyBrief(live.id, { up_to: brief.up_to, model: brief.model, text: brief.text })
    const leaves = left_out === undefined ? {} : { left_out: [...(settings?.left_out ?? []), left_out] }
    // What goes in the place of pictures is decided for a model.
    const active_model = chosen.current === null && !resolution ? null : (preview?.model ?? null)
    await change({ active_model, ...(resolution && { resolution }), ...leaves })
    // A dialog gives the focus back to what opened it once it is closed.
    flushSync(() => setPreview(null))
    focusComposerByKeyboard()
  }

  async function undoInBrief() {
    try {
      const session = await undoBrief(live.id)
      live.update((state) => ({ ...state, session }))
    } catch (cause) {
      onError(cause)
    }
  }

  async function choose(id: string | null) {
    asked.current += 1
    const question = asked.current
    setWhole(null)
    chosen.current = id
    if (id !== present && said > 0) {
      // Where it cannot be looked at, the change itself says what is wrong.
      const found = await previewSwitch(live.id, id, draft.slice(0, MOST_LOOKED_AT)).catch(() => null)
      // Another was chosen meanwhile.
      if (question !== asked.current) return
      const isOther = found && found.model !== found.present
      if (isOther && saysSomething(found)) {
        setPreview(found)
        return
      }
      if (isOther) setWhole({ model: found.model, said })
    }
    await change({ active_model: id }).catch(onError)
  }

  return {
    choose,
    change,
    preview,
    look,
    take,
    undoInBrief,
    close: () => setPreview(null),
    /** Until something is said. */
    whole: whole?.said === said ? whole.model : null,
  }
}
