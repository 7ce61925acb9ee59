import type { AdminTexts } from '../admin-texts.ts'
import { administration } from './administration.ts'
import { usage } from './usage.ts'

export const german: AdminTexts = { administration, usage }
