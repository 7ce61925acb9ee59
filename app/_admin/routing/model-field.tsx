'use client'

import { isUsable } from '../../_chat/models/model.ts'
import { useModels } from '../../_client/use-api.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { SelectField } from '../budgets/select-field.tsx'

/** A model that can be asked, an alias of these rules, or what is written there already. */
export function RuleModelField({
  value,
  aliases,
  onChange,
}: {
  value: string
  aliases: readonly string[]
  onChange: (name: string) => void
}) {
  const words = useAdminTexts().routing
  const models = (useModels().data?.models ?? []).filter(isUsable)
  const known = [
    ...aliases.map((alias) => ({ id: alias, name: alias })),
    ...models.map(({ id, label, provider_label }) => ({ id, name: `${label} (${provider_label})` })),
  ]
  const isKnown = value === '' || known.some(({ id }) => id === value)
  return (
    <SelectField
      label={words.use}
      options={isKnown ? known : [{ id: value, name: value }, ...known]}
      value={value}
      fault={null}
      onChange={onChange}
    />
  )
}
