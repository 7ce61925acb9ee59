import { backups } from './backups.ts'
import { branches } from './branches.ts'
import { budget_notice } from './budget-notice.ts'
import { chat_actions } from './chat-actions.ts'
import { commands } from './commands.ts'
import { compare } from './compare.ts'
import { costs } from './costs.ts'
import { exports } from './exports.ts'
import { imports } from './imports.ts'
import { labels } from './labels.ts'
import { panels } from './panels.ts'
import { people } from './people.ts'
import { presets } from './presets.ts'
import { providers } from './providers.ts'
import { reading } from './reading.ts'
import { receipts } from './receipts.ts'
import { settings } from './settings.ts'
import { shares } from './shares.ts'
import { switching } from './switching.ts'
import { verification } from './verification.ts'

export const english = {
  backups,
  verification,
  branches,
  budget_notice,
  chat_actions,
  commands,
  compare,
  costs,
  exports,
  imports,
  panels,
  reading,
  labels,
  people,
  presets,
  providers,
  receipts,
  settings,
  shares,
  switching,
}
