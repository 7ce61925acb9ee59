import { administration } from './administration.ts'
import { usage } from './usage.ts'

export const english = { administration, usage }
