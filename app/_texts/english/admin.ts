import { administration } from './administration.ts'
import { prices } from './prices.ts'
import { usage } from './usage.ts'

export const english = { administration, prices, usage }
