import type { AdminTexts } from '../admin-texts.ts'
import { administration } from './administration.ts'
import { budgets } from './budgets.ts'
import { members } from './members.ts'
import { models } from './model-list.ts'
import { prices } from './prices.ts'
import { reprices } from './reprices.ts'
import { routing } from './routing.ts'
import { usage } from './usage.ts'

export const german: AdminTexts = { administration, budgets, members, models, prices, reprices, routing, usage }
