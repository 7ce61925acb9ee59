'use client'

import type { ReactNode, Ref } from 'react'
import type { Condition } from '#lib/pricing/price.ts'
import { providerOf } from '../../_chat/models/model.ts'
import { Hand } from '../../_content/hand.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { conditionWords } from './price-words.ts'

/** Whose row it is, what else is to be known of it, and a button for the rates that hold under conditions. */
export function ModelCell({
  id,
  label,
  notes,
  conditions,
  isOpen,
  onToggle,
  buttonProps,
  cellRef,
}: {
  id: string
  label: string
  notes: readonly ReactNode[]
  conditions: readonly { when: Condition }[]
  isOpen: boolean
  onToggle: () => void
  buttonProps?: object
  cellRef?: Ref<HTMLTableCellElement>
}) {
  const { format } = useTexts()
  const words = useAdminTexts().prices
  const said = conditions.map(({ when }) => conditionWords(words, format, when)).join('; ')
  const shown = notes.filter(Boolean)
  return (
    <th
      ref={cellRef}
      scope="row"
      className="sticky start-0 z-1 min-w-42 max-w-72 bg-canvas py-1.5 pe-2 text-start font-normal"
    >
      <span className="flex items-center gap-1.75" title={id}>
        <Hand provider={providerOf(id)} />
        <bdi className="break-words [overflow-wrap:anywhere]">{label}</bdi>
      </span>
      {shown.length > 0 && (
        <span className="block ps-4.25 text-caption text-muted">
          {shown.map((note, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and do not move
            <span key={place}>{place === 0 ? note : [', ', note]}</span>
          ))}
        </span>
      )}
      {conditions.length > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={words.conditions_of(label, said)}
          onClick={onToggle}
          className="flex items-start gap-1 ps-3.25 text-start text-caption text-muted hover:text-ink pointer-coarse:min-h-11"
          {...buttonProps}
        >
          <span className="mt-px shrink-0">
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
          </span>
          {said}
        </button>
      )}
    </th>
  )
}
