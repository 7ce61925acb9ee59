import type { AdminTexts } from '../admin-texts.ts'
import { administration } from './administration.ts'
import { prices } from './prices.ts'
import { reprices } from './reprices.ts'
import { usage } from './usage.ts'

export const german: AdminTexts = { administration, prices, reprices, usage }
