import { formatIn } from '../format.ts'
import { pluralIn } from '../plural.ts'

export const format = formatIn('en')
export const plural = pluralIn('en')
