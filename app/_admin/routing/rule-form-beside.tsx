'use client'

import type { ReactNode } from 'react'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import { RuleModelField } from './model-field.tsx'
import { type RuleForm, withItem, withValue } from './rule-text.ts'
import { TypedField } from './typed-field.tsx'

interface Props {
  text: string
  form: RuleForm
  /** For what is added. */
  model: string
  onChange: (text: string) => void
}

/** What rules have beside them: folders, aliases and the time zone. */
export function RuleFormBeside({ text, form, model, onChange }: Props) {
  const words = useAdminTexts().routing
  const { folders, aliases, time_zone } = form
  const names = aliases.map(([name]) => name)
  const set = (path: readonly (string | number)[], value: unknown) => onChange(withValue(text, path, value))

  /** In its place, with what it stands for. */
  function renameAlias(from: string, to: string, target: string) {
    const name = to.trim()
    if (name !== '' && !names.includes(name))
      onChange(withValue(withValue(text, ['aliases', name], target), ['aliases', from], undefined))
  }

  return (
    <div className="mt-8 space-y-6">
      <Rows
        title={words.folders}
        hint={words.folders_hint}
        add={words.add_folder}
        onAdd={() => onChange(withItem(text, 'folders', { match: '*', use: model }))}
      >
        {folders.map(({ match, use }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: folders have no name but their place
          <Row key={index} remove={words.remove(match)} onRemove={() => set(['folders', index], undefined)}>
            <TypedField
              label={words.folder}
              value={match}
              onTyped={(typed) => set(['folders', index, 'match'], typed)}
            />
            <RuleModelField value={use} aliases={names} onChange={(chosen) => set(['folders', index, 'use'], chosen)} />
          </Row>
        ))}
      </Rows>
      <Rows
        title={words.aliases}
        hint={words.aliases_hint}
        add={words.add_alias}
        onAdd={() => set(['aliases', `alias-${names.length + 1}`], model)}
      >
        {aliases.map(([name, target]) => (
          <Row key={name} remove={words.remove(name)} onRemove={() => set(['aliases', name], undefined)}>
            <TypedField label={words.alias} value={name} onTyped={(typed) => renameAlias(name, typed, target)} />
            <RuleModelField
              value={target}
              aliases={names.filter((each) => each !== name)}
              onChange={(chosen) => set(['aliases', name], chosen)}
            />
          </Row>
        ))}
      </Rows>
      <div className="max-w-80">
        <TypedField
          label={words.time_zone}
          hint={words.time_zone_hint}
          value={time_zone}
          onTyped={(typed) => set(['time_zone'], typed.trim() || undefined)}
        />
      </div>
    </div>
  )
}

function Rows({
  title,
  hint,
  add,
  onAdd,
  children,
}: {
  title: string
  hint: string
  add: string
  onAdd: () => void
  children: ReactNode
}) {
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      <p className="text-muted text-small">{hint}</p>
      <ul className="mt-1 max-w-[40rem]">{children}</ul>
      <Button onClick={onAdd} className="mt-2 pointer-coarse:min-h-11">
        {add}
      </Button>
    </section>
  )
}

function Row({ remove, onRemove, children }: { remove: string; onRemove: () => void; children: ReactNode }) {
  return (
    <li className="flex items-end gap-2 py-1.5">
      <div className="grid min-w-0 flex-1 gap-3 md:grid-cols-2">{children}</div>
      <IconButton icon="trash" label={remove} onClick={onRemove} />
    </li>
  )
}
