'use client'

import type { PublicMessage } from '#lib/canonical/public-message.ts'
import type { ShareInclude } from '#lib/canonical/share-content.ts'
import { FIELD } from '../_providers/field.tsx'
import { useLateTexts } from '../_texts/texts.ts'
import { Switch } from '../_ui/switch.tsx'
import type { ShareChoice } from './share-choice.ts'

/** In the order in which people ask about them. */
const KINDS = ['models', 'tool_inputs', 'tool_results', 'pictures', 'thinking', 'system_prompt', 'costs'] as const

/** Which part of the chat is shown, and what of it. */
export function ShownKinds({
  choice,
  turns,
  onChange,
}: {
  choice: ShareChoice
  turns: readonly ShareableTurn[]
  onChange: (change: Partial<ShareChoice>) => void
}) {
  const words = useLateTexts().shares
  const { include } = choice
  const abouts: Partial<Record<keyof ShareInclude, string>> = words.kinds_about
  const kind = (name: keyof ShareInclude) => (
    <Switch
      key={name}
      label={words.kinds[name]}
      about={abouts[name]}
      checked={include[name]}
      onChange={(checked) => onChange({ include: { ...include, [name]: checked } })}
    />
  )
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-caption text-muted">{words.on_page}</legend>
      {turns.length > 1 && <RangeFields choice={choice} turns={turns} onChange={onChange} />}
      {KINDS.map(kind)}
    </fieldset>
  )
}

/** A question of the active path, with all that answered it. */
export interface ShareableTurn {
  first: string
  last: string
  words: string
}

const LONGEST_WORDS = 60

export function turnsIn(messages: readonly PublicMessage[]): ShareableTurn[] {
  const turns: ShareableTurn[] = []
  for (const { id, role, content } of messages) {
    const open = turns.at(-1)
    if (role === 'user' || !open) turns.push({ first: id, last: id, words: firstWords(content) })
    else open.last = id
  }
  return turns
}

function firstWords(content: PublicMessage['content']): string {
  const said =
    content
      .find((block) => block.type === 'text')
      ?.text.replace(/\s+/g, ' ')
      .trim() ?? ''
  return said.length > LONGEST_WORDS ? `${said.slice(0, LONGEST_WORDS).toWellFormed()}…` : said
}

function RangeFields({
  choice,
  turns,
  onChange,
}: {
  choice: ShareChoice
  turns: readonly ShareableTurn[]
  onChange: (change: Partial<ShareChoice>) => void
}) {
  const words = useLateTexts().shares
  const first = Math.max(
    0,
    turns.findIndex((turn) => turn.first === choice.from),
  )
  const ending = turns.findIndex((turn) => turn.last === choice.to)
  const last = ending === -1 ? turns.length - 1 : ending
  const options = (from: number, to: number) =>
    turns.slice(from, to).map(({ first: id, words: said }, at) => (
      <option key={id} value={from + at}>
        {words.question_of(from + at + 1, said)}
      </option>
    ))
  return (
    <div className="flex flex-col gap-2 border-line border-b pb-3">
      <label>
        <span className="mb-1 block text-caption text-muted">{words.from}</span>
        <select
          value={first}
          className={FIELD}
          onChange={({ target }) =>
            onChange({ from: target.value === '0' ? undefined : turns[Number(target.value)]?.first })
          }
        >
          {options(0, last + 1)}
        </select>
      </label>
      <label>
        <span className="mb-1 block text-caption text-muted">{words.to}</span>
        <select
          value={last}
          className={FIELD}
          onChange={({ target }) => {
            const at = Number(target.value)
            onChange({ to: at === turns.length - 1 ? undefined : turns[at]?.last })
          }}
        >
          {options(first, turns.length)}
        </select>
      </label>
    </div>
  )
}
