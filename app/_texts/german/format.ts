import { formatIn } from '../format.ts'
import { pluralIn } from '../plural.ts'

export const format = formatIn('de')
export const plural = pluralIn('de')
