import { newId } from '../canonical/id.ts'
import { MOST_PRESETS, type Preset } from '../canonical/preset.ts'
import { changedSettings, type SettingsChange } from '../canonical/session-settings.ts'
import type { ModelDirectory } from '../models/model-directory.ts'
import type { Principal } from '../principal.ts'
import type { PresetStore } from '../store/preset-store.ts'
import type { RequestKey } from '../store/store.ts'

export interface SaidPreset {
  name: string
  model?: string | null | undefined
  system_prompt?: string | null | undefined
  settings?: SettingsChange | undefined
}

export interface PresetChange extends Omit<SaidPreset, 'name'> {
  name?: string | undefined
}

/** Two with one name could not be told apart where they are chosen. */
export class NameTakenError extends Error {
  override readonly name = 'NameTakenError'
  constructor(name: string) {
    super(`another preset is called ${name}; give this one another name`)
  }
}

export class TooManyError extends Error {
  override readonly name = 'TooManyError'
  readonly limit: number
  constructor(limit: number) {
    super(`there are ${limit} presets already; delete one first`)
    this.limit = limit
  }
}

/** What a person keeps for chats to begin with. */
export class Presets {
  readonly #store: PresetStore
  readonly #models: Pick<ModelDirectory, 'named'>

  constructor({ store, models }: { store: PresetStore; models: Pick<ModelDirectory, 'named'> }) {
    this.#store = store
    this.#models = models
  }

  list(principal: Principal): Promise<Preset[]> {
    return this.#store.list(principal)
  }

  /** `key` is kept with it. Throws `UnknownModelError`, `NameTakenError`, `TooManyError`. */
  async create(principal: Principal, said: SaidPreset, key?: RequestKey): Promise<Preset> {
    const { name, model, system_prompt, settings = {} } = said
    const preset = {
      id: newId(),
      name,
      model: this.#modelId(model ?? null),
      system_prompt: system_prompt || null,
      settings: changedSettings({}, settings),
    }
    const added = await this.#store.add(principal, preset, key && { ...key, answer: preset })
    if (added === 'name_taken') throw new NameTakenError(name)
    if (added === 'too_many') throw new TooManyError(MOST_PRESETS)
    return preset
  }

  /** Null where there is none. Throws `UnknownModelError`, `NameTakenError`. */
  async change(principal: Principal, id: string, said: PresetChange): Promise<Preset | null> {
    const { name, model, system_prompt, settings } = said
    const changed = await this.#store.change(principal, id, {
      ...(name !== undefined && { name }),
      ...(model !== undefined && { model: this.#modelId(model) }),
      ...(system_prompt !== undefined && { system_prompt: system_prompt || null }),
      ...(settings !== undefined && { settings }),
    })
    if (changed === 'name_taken') throw new NameTakenError(name ?? '')
    return changed
  }

  remove(principal: Principal, id: string): Promise<boolean> {
    return this.#store.remove(principal, id)
  }

  #modelId(idOrAlias: string | null): string | null {
    return idOrAlias === null ? null : this.#models.named(idOrAlias).id
  }
}
