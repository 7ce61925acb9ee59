import { TURN_FORMATS } from './wire.ts'

/** What can be said of a measurement beside its name; what is not said is as its section has it. */
export interface BenchOptions {
  streams?: number
  seconds?: number
  repetitions?: number
  /** That one alone, of those that whole turns are measured with. */
  wire?: (typeof TURN_FORMATS)[number]
}

const NUMBERS = ['streams', 'seconds', 'repetitions'] as const satisfies (keyof BenchOptions)[]

/** `--streams=100`; undefined for anything else. Throws for one of them that is no number, and for a wire that is none. */
export function parseOption(argument: string): BenchOptions | undefined {
  const [, name, value] = /^--(\w+)=(.*)$/.exec(argument) ?? []
  if (name === 'wire') {
    const wire = TURN_FORMATS.find((each) => each === value)
    if (wire === undefined) throw new Error(`${argument}: ${TURN_FORMATS.join(' or ')} is needed`)
    return { wire }
  }
  const known = NUMBERS.find((each) => each === name)
  if (known === undefined) return undefined
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1) throw new Error(`${argument}: a whole number from 1 on is needed`)
  return { [known]: number }
}
