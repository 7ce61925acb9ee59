import type { Model } from '#lib/api/model.ts'
import type { Preset } from '#lib/canonical/preset.ts'
import type { Texts } from '../../_texts/texts.ts'
import { runCommand } from '../commands/use-command.ts'
import { groupModels, isUsable } from '../models/model.ts'
import { presetAbout } from '../presets/preset-about.ts'
import { presetAddress } from '../presets/preset-start.ts'
import type { ChatSettingsChange } from './chat-settings-value.ts'
import type { Command, CommandValue } from './command.ts'
import { effortLabel } from './effort-label.ts'

/** What commands change, and what they say of it. */
export interface CommandMeans {
  /** The model of the next message. */
  model: Model | undefined
  /** Somebody chose it; else rules and the default do. */
  isChosen: boolean
  /** `null` leaves it to the installation. */
  onModel: (id: string | null) => void
  onSettings: (change: ChatSettingsChange) => void
  /** There is a chat already. */
  inChat: boolean
}

/** What this browser knows of the installation. */
export interface Known {
  models: readonly Model[]
  presets: readonly Preset[]
  onGo: (address: string) => void
}

/** What can be done from the message field without leaving it. */
export function commandsFor(
  texts: Texts,
  { model, isChosen, onModel, onSettings, inChat }: CommandMeans,
  { models, presets, onGo }: Known,
): Command[] {
  const words = texts.composer
  return [
    {
      name: 'model',
      note: words.model_command,
      values: (typed) =>
        typed === SHOW
          ? shownModel(model, isChosen ? words.model_is_chosen : words.model_is_default)
          : modelValues(typed, models, onModel, words.clear_choice),
      nothing: words.model_command_nothing,
    },
    {
      name: 'effort',
      note: words.effort_command,
      values: (typed) =>
        effortValues(texts, typed, model, (effort) => onSettings({ settings: { reasoning_effort: effort } })),
      nothing: model && words.effort_command_nothing(model.label),
    },
    {
      name: 'system',
      note: words.system_command,
      values: (typed) => [
        typed === ''
          ? { name: words.system_none, note: words.system_none_about, run: () => onSettings({ system_prompt: null }) }
          : { name: words.system_set, note: typed, run: () => onSettings({ system_prompt: typed }) },
      ],
    },
    {
      name: 'preset',
      note: words.preset_command,
      values: (typed) =>
        presetsNamed(presets, typed).map((preset) => ({
          name: preset.name,
          note: presetAbout(texts, preset, models),
          run: () => onGo(presetAddress(preset.id)),
        })),
      nothing: words.preset_command_nothing,
    },
    ...(inChat ? [{ name: 'share', note: words.share_command, run: () => runCommand('share_chat') }] : []),
    { name: 'new', note: words.new_command, run: () => onGo('/') },
  ]
}

/** Says the model, and changes nothing. */
const SHOW = 'show'

function shownModel(model: Model | undefined, how: string): CommandValue[] {
  return model ? [{ name: model.label, note: `${model.id} · ${how}`, run() {} }] : []
}

function presetsNamed(presets: readonly Preset[], typed: string): Preset[] {
  const name = typed.toLowerCase()
  return presets.filter((preset) => preset.name.toLowerCase().includes(name)).slice(0, 8)
}

function modelValues(
  typed: string,
  models: readonly Model[],
  onModel: CommandMeans['onModel'],
  clear: string,
): CommandValue[] {
  const none = { name: '-', note: clear, run: () => onModel(null) }
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
  texts: Texts,
  typed: string,
  model: Model | undefined,
  onEffort: (effort: Model['efforts'][number] | null) => void,
): CommandValue[] {
  const efforts = model && model.efforts.length > 0 ? [null, ...model.efforts] : []
  return efforts
    .map((effort) => ({
      name: effortLabel(texts, effort),
      note: effort === null ? texts.composer.as_the_model : '',
      effort,
    }))
    .filter(({ name }) => name.toLowerCase().startsWith(typed.toLowerCase()))
    .map(({ name, note, effort }) => ({ name, note, run: () => onEffort(effort) }))
}
