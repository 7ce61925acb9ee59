'use client'

import { useState } from 'react'
import { flushSync } from 'react-dom'
import { isUsable } from '../../_chat/models/model.ts'
import { useModels } from '../../_client/use-api.ts'
import type { RuleNote } from '../../_client/use-routing.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { moveButton, RuleCard } from './rule-card.tsx'
import { RuleFormBeside } from './rule-form-beside.tsx'
import { formOf, withItem, withRuleMoved, withValue } from './rule-text.ts'

/** The same text as cards: what is changed here is changed in it, and its comments stay. */
export function RuleForm({
  text,
  notes,
  onChange,
}: {
  text: string
  notes: readonly RuleNote[]
  onChange: (text: string) => void
}) {
  const words = useAdminTexts().routing
  const { models = [], default: usual = '' } = useModels().data ?? {}
  const [said, setSaid] = useState('')
  const form = formOf(text)
  if (!form) return <p>{words.no_form}</p>
  const { rules, aliases } = form
  const first = models.find((model) => isUsable(model) && model.id !== usual)?.id ?? usual

  function move(from: number, to: number) {
    if (to < 0 || to >= rules.length) return
    const way = to < from ? 'earlier' : 'later'
    flushSync(() => onChange(withRuleMoved(text, from, to)))
    setSaid(words.moved(rules[from]?.name ?? '', to + 1))
    document.getElementById(moveButton(to, way))?.focus()
  }

  return (
    <div>
      <h2 className="sr-only">{words.title}</h2>
      <p className="mb-3 text-muted text-small">{words.in_order}</p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol className="space-y-3">
        {rules.map((rule, index) => (
          <RuleCard
            // biome-ignore lint/suspicious/noArrayIndexKey: names are typed, and may be there twice meanwhile
            key={index}
            rule={rule}
            index={index}
            count={rules.length}
            aliases={aliases.map(([name]) => name)}
            notes={notes.filter(({ path }) => path === `rules.${index}` || path.startsWith(`rules.${index}.`))}
            onChange={(path, value) => onChange(withValue(text, ['rules', index, ...path], value))}
            onMove={(to) => move(index, to)}
          />
        ))}
      </ol>
      <Button
        onClick={() =>
          onChange(withItem(text, 'rules', { name: freeName(rules.map(({ name }) => name)), when: {}, use: first }))
        }
        className="mt-3 pointer-coarse:min-h-11"
      >
        {words.add_rule}
      </Button>
      <RuleFormBeside text={text} form={form} model={first} onChange={onChange} />
    </div>
  )
}

function freeName(taken: readonly string[], n = 1): string {
  const name = `rule-${n}`
  return taken.includes(name) ? freeName(taken, n + 1) : name
}
