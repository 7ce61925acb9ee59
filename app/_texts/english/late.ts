import { commands } from './commands.ts'
import { labels } from './labels.ts'
import { panels } from './panels.ts'
import { providers } from './providers.ts'
import { reading } from './reading.ts'
import { settings } from './settings.ts'

export const english = { commands, panels, reading, labels, providers, settings }
