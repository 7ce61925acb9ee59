import { administration } from './administration.ts'

export const english = { administration }
