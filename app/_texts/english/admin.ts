import { administration } from './administration.ts'
import { prices } from './prices.ts'
import { reprices } from './reprices.ts'
import { usage } from './usage.ts'

export const english = { administration, prices, reprices, usage }
