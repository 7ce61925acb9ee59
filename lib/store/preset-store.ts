import type { Preset } from '../canonical/preset.ts'
import type { SettingsChange } from '../canonical/session-settings.ts'
import type { Principal } from '../principal.ts'
import type { ModelUse } from './model-use.ts'
import type { KeptAnswer } from './store.ts'

/** Changes only what it names. */
export interface PresetPatch {
  name?: string
  model?: string | null
  system_prompt?: string | null
  settings?: SettingsChange
}

/** No two presets of one person have the same name, whatever its case. */
export interface PresetStore {
  /** Those of one person, by their names. */
  list(principal: Principal): Promise<Preset[]>
  /** Those with one of these models, in one query: counted, with up to `most` of this person's own of each. */
  ofModels(principal: Principal, models: readonly string[], most: number): Promise<ModelUse[]>
  /** `answered` is kept in the same write. */
  add(principal: Principal, preset: Preset, answered?: KeptAnswer): Promise<'added' | 'name_taken' | 'too_many'>
  /** Null where this person has none with this id. */
  change(principal: Principal, id: string, patch: PresetPatch): Promise<Preset | 'name_taken' | null>
  /** False where there was none. */
  remove(principal: Principal, id: string): Promise<boolean>
}
