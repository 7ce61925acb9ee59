'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import { type FoundMessage, findInMessages } from '../../_client/use-search.ts'
import { useLive, useSessionState } from '../live/use-live-session.ts'
import { foldsOf, foundRanges, rangesIn } from './found-ranges.ts'

interface Parts {
  content: RefObject<HTMLElement | null>
  words: string
  goTo: (messageId: string) => void
  onShown: () => void
}

interface Found {
  words: string
  messages: readonly FoundMessage[]
}

const NOTHING: Found = { words: '', messages: [] }

/** Where words stand in the conversation, which of these places the reader is at, and the way to the next. */
export function useFind({ content, words, goTo, onShown }: Parts) {
  const live = useLive()
  // An answer that ends, and another branch, are looked through too.
  const head = useSessionState(({ tree }) => tree.path.at(-1))
  const [found, setFound] = useState(NOTHING)
  const [failed, setFailed] = useState(false)
  const [at, setAt] = useState(0)
  const wanted = words.trim()

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is found changes with the end of the path
  useEffect(() => {
    setFailed(false)
    if (wanted === '') return setFound(NOTHING)
    let isWanted = true
    findInMessages(live.id, wanted).then(
      ({ messages }) => {
        if (!isWanted) return
        setFound((before) => {
          if (before.words !== wanted) setAt(Math.max(0, countOf(messages) - 1))
          return { words: wanted, messages }
        })
      },
      () => {
        if (isWanted) setFailed(true)
      },
    )
    return () => {
      isWanted = false
    }
  }, [live, wanted, head])

  const total = countOf(found.messages)
  const here = total === 0 ? null : placeOf(found.messages, Math.min(at, total - 1))

  const hereId = here?.id
  const latest = useRef({ goTo, onShown })
  useEffect(() => {
    latest.current = { goTo, onShown }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is a way to go, also within one message
  useEffect(() => {
    // Not within the effect: what it shows is made at once.
    if (hereId !== undefined) queueMicrotask(() => latest.current.goTo(hereId))
  }, [hereId, found.words])
  useHighlights(content, found.words, here, () => latest.current.onShown())

  return {
    at: Math.min(at, Math.max(0, total - 1)),
    total,
    state: failed ? 'failed' : wanted === '' ? 'idle' : found.words === wanted ? 'done' : 'looking',
    step: (by: 1 | -1) => total > 0 && setAt((before) => (Math.min(before, total - 1) + by + total) % total),
  } as const
}

function countOf(messages: readonly FoundMessage[]): number {
  return messages.reduce((sum, { count }) => sum + count, 0)
}

interface FoundPlace {
  id: string
  /** Which of its thoughts and tools holds it; `null` where it stands in the open. */
  fold: number | null
  /** Which of those there, from 0: what is shown may leave out some of them, as addresses of links. */
  nth: number
}

function placeOf(messages: readonly FoundMessage[], at: number): FoundPlace | null {
  let left = at
  for (const { id, count, parts = [{ count }] } of messages) {
    let open = 0
    for (const part of parts) {
      const { fold = null } = part
      if (left < part.count) return { id, fold, nth: fold === null ? open + left : left }
      left -= part.count
      if (fold === null) open += part.count
    }
  }
  return null
}

/** Marks what is found in the messages that are shown, opens the fold that holds the place, and keeps the place in view. */
function useHighlights(
  content: RefObject<HTMLElement | null>,
  words: string,
  here: FoundPlace | null,
  onShown: () => void,
): void {
  const key = here && `${here.id} ${here.fold} ${here.nth}`
  const { id, nth = 0, fold: inFold = null } = here ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the place
  useEffect(() => {
    const element = content.current
    if (!element || words === '' || typeof Highlight === 'undefined') return
    let frame = 0
    let isShown = false
    // Once: whoever folds it again has seen it.
    let isOpened = false
    const mark = () => {
      const all: Range[] = []
      let one: Range | undefined
      for (const message of element.querySelectorAll<HTMLElement>('[data-message]')) {
        const ranges = foundRanges(message, words)
        all.push(...ranges)
        if (message.dataset.message !== id) continue
        const fold = inFold === null ? null : foldsOf(message)[inFold]
        // What it holds is made when it is open, which brings us here again.
        if (fold && !isOpened) isOpened = fold.open = true
        const there = fold === undefined ? [] : rangesIn(ranges, fold)
        one = there[Math.min(nth, there.length - 1)]
      }
      CSS.highlights.set('found', new Highlight(...all.filter((range) => range !== one)))
      CSS.highlights.set('found-here', new Highlight(...(one ? [one] : [])))
      if (one && !isShown) {
        isShown = true
        onShown()
        showRange(one)
      }
    }
    const markSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(mark)
    }
    const observer = new MutationObserver(markSoon)
    observer.observe(element, { childList: true, subtree: true, characterData: true })
    markSoon()
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      CSS.highlights.delete('found')
      CSS.highlights.delete('found-here')
    }
  }, [content, words, key])
}

function showRange(range: Range): void {
  const around = range.startContainer.parentElement
  around?.closest('[hidden]')?.dispatchEvent(new Event('beforematch', { bubbles: true }))
  around?.scrollIntoView({ block: 'center', inline: 'nearest' })
}
