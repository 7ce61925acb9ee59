// What the buttons by the message field open.
// As one file: `../sessions/late-parts.ts` says why.

import { ModelList } from '../models/model-list.tsx'
import { EffortChoices } from './effort-choices.tsx'
import { SettingsPanel } from './settings-panel.tsx'

export const MENUS = {
  EffortChoices,
  ModelList,
  SettingsPanel,
}
