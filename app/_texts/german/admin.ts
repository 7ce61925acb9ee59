import type { AdminTexts } from '../admin-texts.ts'
import { administration } from './administration.ts'

export const german: AdminTexts = { administration }
