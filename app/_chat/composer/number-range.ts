export interface NumberRange {
  min: number
  max: number
  step: number
}

export const TEMPERATURE: NumberRange = { min: 0, max: 2, step: 0.1 }
export const ANSWER_LENGTH: NumberRange = { min: 16, max: 1_000_000, step: 1 }

/** `null`: nothing, then the model decides. Undefined where it is no number of this range. */
export function readNumber(text: string, { min, max, step }: NumberRange): number | null | undefined {
  if (text.trim() === '') return null
  const number = Number(text.replace(',', '.'))
  return number >= min && number <= max && (step < 1 || Number.isInteger(number)) ? number : undefined
}
