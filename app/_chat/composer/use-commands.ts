'use client'

import { useRouter } from 'next/navigation'
import type { Model } from '#lib/api/model.ts'
import { useModels } from '../../_client/use-api.ts'
import { groupModels, isUsable } from '../models/model.ts'
import type { ChatSettingsChange } from './chat-settings-value.ts'
import type { Command, CommandValue } from './command.ts'
import { effortLabel } from './effort-label.ts'

interface Means {
  /** The model of the next message. */
  model: Model | undefined
  /** `null` leaves it to the installation. */
  onModel: (id: string | null) => void
  onSettings: (change: ChatSettingsChange) => void
}

/** What can be done from the message field without leaving it. */
export function useCommands({ model, onModel, onSettings }: Means): Command[] {
  const router = useRouter()
  const models = useModels().data?.models ?? []
  return [
    {
      name: 'model',
      note: 'Change the model of this chat',
      values: (typed) => modelValues(typed, models, onModel),
      nothing: 'No model that is set up has all of these words in its name.',
    },
    {
      name: 'effort',
      note: 'How much the model reasons',
      values: (typed) => effortValues(typed, model, (effort) => onSettings({ settings: { reasoning_effort: effort } })),
      nothing: model && `${model.label} cannot be asked for that.`,
    },
    {
      name: 'system',
      note: 'Set the system prompt of this chat',
      values: (typed) => [
        typed === ''
          ? { name: 'None', note: 'Take the system prompt away', run: () => onSettings({ system_prompt: null }) }
          : { name: 'Set', note: typed, run: () => onSettings({ system_prompt: typed }) },
      ],
    },
    { name: 'new', note: 'Begin a new chat', run: () => router.push('/') },
  ]
}

function modelValues(typed: string, models: readonly Model[], onModel: Means['onModel']): CommandValue[] {
  const none = { name: '-', note: 'Clear the choice', run: () => onModel(null) }
  if (typed === '-') return [none]
  const name = typed.toLowerCase().replace(/^@/, '')
  const usable = models.filter(isUsable)
  const exact = usable.filter(({ id, aliases }) => id.toLowerCase() === name || aliases.includes(name))
  const found = groupModels(usable, typed).flatMap((group) => group.models)
  const values = [...exact, ...found.filter((model) => !exact.includes(model))]
    .slice(0, 8)
    .map(({ id, label }): CommandValue => ({ name: label, note: id, run: () => onModel(id) }))
  return typed === '' ? [...values.slice(0, 7), none] : values
}

function effortValues(
  typed: string,
  model: Model | undefined,
  onEffort: (effort: Model['efforts'][number] | null) => void,
): CommandValue[] {
  const efforts = model && model.efforts.length > 0 ? [null, ...model.efforts] : []
  return efforts
    .map((effort) => ({ name: effortLabel(effort), note: effort === null ? 'As the model does' : '', effort }))
    .filter(({ name }) => name.toLowerCase().startsWith(typed.toLowerCase()))
    .map(({ name, note, effort }) => ({ name, note, run: () => onEffort(effort) }))
}
