'use client'

import { useRouter } from 'next/navigation'
import type { KeyboardEvent } from 'react'
import { useId, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { SearchHit } from '#lib/api/search.ts'
import { pagePerson } from '../../_client/page-person.ts'
import { usePresets } from '../../_client/use-presets.ts'
import { useRecentChats, useSearch } from '../../_client/use-search.ts'
import { type LateTexts, useLateTexts, useTexts } from '../../_texts/texts.ts'
import type { IconName } from '../../_ui/icon.tsx'
import { presetAddress } from '../presets/preset-start.ts'
import { COMMAND_IDS, type CommandId, commandOf } from './command.ts'
import { best } from './fuzzy.ts'
import { isPressed, type Keys, PAGE_KEYS } from './keys.ts'
import { pagesFor } from './pages.ts'
import { offerChanges, offerOf, watchOffers } from './use-command.ts'
import { useSettled } from './use-settled.ts'

/** A row that can be chosen. */
export type PaletteItem = { id: string; run: () => void } & (
  | ActionItem
  | { type: 'chat'; label: string }
  | { type: 'hit'; hit: SearchHit }
  | { type: 'more' }
)

interface ActionItem {
  type: 'action'
  label: string
  /** What else it is found by. */
  also?: string | undefined
  icon: IconName | undefined
  keys: Keys | undefined
  isChosen: boolean
}

/** What it lies over. */
export interface PaletteOver {
  /** Whether the reader may open the pages of admins. */
  isAdmin: boolean
  inChat: boolean
  onClose: () => void
}

export interface PaletteGroup {
  label: string
  /** Of a chat: where in its title something was found. */
  matches: readonly { start: number; end: number }[]
  items: PaletteItem[]
}

const SEARCH_WAIT_MS = 120

/** As many as there are pages of settings. */
const MOST_ACTIONS = 8

export function usePalette({ isAdmin, inChat, onClose }: PaletteOver) {
  const router = useRouter()
  const words = useLateTexts().commands
  const { new_chat } = useTexts().page
  const listId = useId()
  // What is not there yet when it is opened is listed once it is.
  useSyncExternalStore(watchOffers, offerChanges)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const shown = typed.trim()
  const asked = useSettled(shown, SEARCH_WAIT_MS)
  const search = useSearch(asked)
  const isStale = asked !== shown || search.isPlaceholderData
  const chats = useRecentChats().data?.sessions ?? []

  /** The layer is gone before anything is done: the focus is back, and may go on from there. */
  function leave(then: () => void) {
    flushSync(onClose)
    then()
  }

  const presets = (usePresets().data ?? []).map(({ id, name }) => ({
    id: `preset-${id}`,
    type: 'action' as const,
    label: words.begin_with(name),
    icon: 'plus' as const,
    keys: undefined,
    isChosen: false,
    run: () => leave(() => router.push(presetAddress(id))),
  }))
  const pages = pagesFor({ isAdmin, signsIn: pagePerson() !== null }).map(({ id, href, icon }) => ({
    id: `page-${id}`,
    type: 'action' as const,
    label: words.pages[id],
    also: words.also_pages[id],
    icon,
    keys: undefined,
    isChosen: false,
    run: () => leave(() => router.push(href)),
  }))
  const actions: (PaletteItem & ActionItem)[] = [
    ...actionItems(words, shown !== '', leave),
    ...(shown || !inChat ? pages : []),
    ...(shown ? presets : []),
  ]
  const titled = chats.map(({ id, title }) => ({
    id: `chat-${id}`,
    type: 'chat' as const,
    label: title ?? new_chat,
    run: () => leave(() => router.push(`/c/${id}`)),
  }))
  const hits = (search.data?.pages.flatMap((page) => page.hits) ?? []).map((hit) => ({
    id: `hit-${hit.message_id}`,
    type: 'hit' as const,
    hit,
    run: () => leave(() => router.push(`/c/${hit.session_id}#m-${hit.message_id}`)),
  }))
  const groups = [
    group(words.chats, shown ? best(titled, shown, ({ label }) => label, 5) : titled.slice(0, 6)),
    group(
      words.commands,
      shown
        ? best(
            actions,
            shown,
            ({ label }) => label,
            MOST_ACTIONS,
            ({ also }) => also,
          )
        : actions,
    ),
    ...(shown ? byChat(hits, new_chat) : []),
    ...(shown && search.hasNextPage
      ? [group('', [{ id: 'more', type: 'more' as const, run: () => void search.fetchNextPage() }])]
      : []),
  ].filter(({ items }) => items.length > 0)
  const items = groups.flatMap((each) => each.items)
  const current = items[Math.min(active, items.length - 1)]

  function type(text: string) {
    setTyped(text)
    setActive(0)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const target = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + 8, PageUp: active - 8 }[event.key]
    if (isPressed(event, PAGE_KEYS.palette)) {
      event.preventDefault()
      onClose()
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      // What was found for other words is not what is meant now.
      if (current.type !== 'hit' || !isStale) current.run()
    } else if (target !== undefined && items.length > 0) {
      event.preventDefault()
      const isStep = event.key.startsWith('Arrow')
      const next = isStep ? (target + items.length) % items.length : Math.max(0, Math.min(target, items.length - 1))
      setActive(next)
      document.getElementById(`${listId}-${items[next]?.id}`)?.scrollIntoView({ block: 'nearest' })
    }
  }

  // While others are typed nothing is said of those before.
  const unread = isStale || shown === '' ? [] : (search.data?.pages[0]?.unread ?? [])
  return { typed, type, onKeyDown, groups, current, listId, search, count: items.length, unread }
}

function group(label: string, items: PaletteItem[]): PaletteGroup {
  return { label, matches: [], items }
}

/** One group for each chat, in the order of its best hit. */
function byChat(hits: readonly (PaletteItem & { type: 'hit' })[], untitled: string): PaletteGroup[] {
  const chats = Map.groupBy(hits, ({ hit }) => hit.session_id)
  return [...chats.values()].map((items) => {
    const [{ hit } = { hit: undefined }] = items
    return { label: hit?.title ?? untitled, matches: hit?.title ? hit.title_matches : [], items }
  })
}

/** What can be done here. Choices are many, and shown to who looks for them. */
function actionItems(
  { names, also }: Pick<LateTexts['commands'], 'names' | 'also'>,
  withChoices: boolean,
  leave: (then: () => void) => void,
): (PaletteItem & ActionItem)[] {
  return COMMAND_IDS.flatMap((id) => {
    const offer = id === 'palette' ? undefined : offerOf(id)
    if (!offer) return []
    const label = names[id]
    const { icon, keys } = commandOf(id)
    const choices = offer.choices()
    if (choices.length === 0) return [{ ...item(id), label, isChosen: false, run: () => leave(() => offer.run()) }]
    if (!withChoices) return []
    return choices.map(({ value, label: choice, isChosen }) => ({
      ...item(id),
      id: `${id}-${value}`,
      label: `${label}: ${choice}`,
      isChosen,
      run: () => leave(() => offer.run(value)),
    }))

    function item(command: CommandId) {
      return { id: command, type: 'action' as const, also: also[command], icon, keys }
    }
  })
}
