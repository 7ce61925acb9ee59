'use client'

import type { KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import type { Model } from '#lib/api/model.ts'
import { groupModels, isUsable } from './model.ts'
import { useModelPreference } from './model-preference.ts'

/** The models that a search finds, and which of them the keys have come to. `null` is a choice of its own: automatic. */
export function useModelSearch(
  models: readonly Model[],
  value: string | null,
  onPick: (id: string | null) => void,
  { hasAutomatic = true } = {},
) {
  const [search, setSearch] = useState('')
  const [active, setActive] = useState<string | null | undefined>(undefined)
  const listId = useId()
  const { hidden } = useModelPreference()
  // Who searches may look for one that is not shown, or cannot be used yet.
  const shown = models.filter((model) => isUsable(model) && (!hidden.includes(model.id) || model.id === value))
  const groups = groupModels(search ? models : shown, search)
  const choices = [null, ...groups.flatMap((group) => group.models.filter(isUsable).map((model) => model.id))]
  const visible = search || !hasAutomatic ? choices.slice(1) : choices
  const current =
    active !== undefined && visible.includes(active) ? active : (visible.find((id) => id === value) ?? visible[0])
  const optionId = (model: string | null) => `${listId}-${model ?? 'automatic'}`

  function onKeyDown(event: KeyboardEvent) {
    const at = current === undefined ? -1 : visible.indexOf(current)
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault()
      onPick(current)
    } else if (target !== undefined && visible.length > 0) {
      event.preventDefault()
      const next = visible.at(target % visible.length) ?? null
      setActive(next)
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    }
  }

  return { search, setSearch, groups, current, listId, optionId, onKeyDown }
}
