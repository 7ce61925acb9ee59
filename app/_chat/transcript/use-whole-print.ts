'use client'

import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { olderMessages } from '../../_client/use-api.ts'
import { useCommand } from '../commands/use-command.ts'
import { withOlder } from '../live/session-state.ts'
import { useLive } from '../live/use-live-session.ts'
import { isPrintKey } from './is-print-key.ts'
import type { WholePath } from './turn-rows.ts'

const PAGE = 500
/** Rows that are made in one frame. */
const STEP = 40

export interface WholePrintParts {
  path: WholePath
  /** Shows so many rows, from the first one on; `null` those around the reader. */
  showFirst: (count: number | null) => void
  /** Whether it is known which messages there are, or cannot be. */
  isOutlined: boolean
  /** All rows are there whatever is in view. */
  isWhole: () => boolean
}

/**
 * Prints all of the conversation, of which the page holds only a part: what the key asks for waits until all of it is
 * there. A print that the browser begins by itself has what was loaded, and says what was not.
 */
export function useWholePrint(parts: WholePrintParts): { preparing: number | null; cancel: () => void } {
  const live = useLive()
  const [preparing, setPreparing] = useState<number | null>(null)
  const run = useRef<AbortController | null>(null)
  const begin = useRef(() => window.print())
  const latest = useRef(parts)
  useEffect(() => {
    latest.current = parts
  })

  useEffect(() => {
    async function print() {
      run.current?.abort()
      const own = new AbortController()
      run.current = own
      const { signal } = own
      const done = (share: number) => signal.aborted || setPreparing(share)
      done(0)
      try {
        while (!latest.current.isOutlined && !signal.aborted) await nextFrame()
        await loadAll(signal, done)
        for (let count = 0; count < latest.current.path.rows.length && !signal.aborted; count += STEP) {
          // With its effects, which ask for what is still to be drawn: it is waited for below.
          flushSync(() => latest.current.showFirst(count + STEP))
          done(0.5 + count / latest.current.path.rows.length / 2)
          await nextFrame()
        }
        if (signal.aborted) return
        const { allTurnsGiven } = await import('../../_content/markdown/turns.ts')
        await allTurnsGiven()
        flushSync(() => setPreparing(null))
        window.print()
      } finally {
        if (run.current === own) {
          latest.current.showFirst(null)
          setPreparing(null)
        }
      }
    }

    /** From the end, as long pages as there are. */
    async function loadAll(signal: AbortSignal, done: (share: number) => void) {
      for (;;) {
        const { ids } = latest.current.path
        const { known } = live.state.tree
        const last = ids.findLastIndex((id) => !known.has(id))
        const before = ids[last + 1]
        if (last === -1 || before === undefined || signal.aborted) return
        done((1 - last / ids.length) / 2)
        const page = await olderMessages(live.id, before, PAGE)
        if (page.messages.length === 0) return
        live.update((state) => withOlder(state, page))
      }
    }

    begin.current = () => {
      if (latest.current.isWhole()) window.print()
      else void print().catch(() => window.print())
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPrintKey(event)) return
      if (latest.current.isWhole()) {
        // The browser does nothing for a press that was held and is repeated.
        if (!event.isTrusted) window.print()
        return
      }
      event.preventDefault()
      begin.current()
    }
    const beforePrint = () => {
      if (!latest.current.isWhole()) flushSync(() => latest.current.showFirst(Number.POSITIVE_INFINITY))
    }
    const afterPrint = () => latest.current.showFirst(null)
    addEventListener('beforeprint', beforePrint)
    addEventListener('afterprint', afterPrint)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      run.current?.abort()
      removeEventListener('beforeprint', beforePrint)
      removeEventListener('afterprint', afterPrint)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [live])

  useCommand('print_chat', () => begin.current())

  return { preparing, cancel: () => run.current?.abort() }
}

function nextFrame(): Promise<void> {
  return new Promise((next) => requestAnimationFrame(() => next()))
}
