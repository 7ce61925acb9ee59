/** What can be said of a measurement beside its name; what is not said is as its section has it. */
export interface BenchOptions {
  streams?: number
  seconds?: number
  repetitions?: number
}

const NAMES = ['streams', 'seconds', 'repetitions'] as const satisfies (keyof BenchOptions)[]

/** `--streams=100`; undefined for anything else. Throws for one of them that is no number. */
export function parseOption(argument: string): BenchOptions | undefined {
  const [, name, value] = /^--(\w+)=(.*)$/.exec(argument) ?? []
  const known = NAMES.find((each) => each === name)
  if (known === undefined) return undefined
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1) throw new Error(`${argument}: a whole number from 1 on is needed`)
  return { [known]: number }
}
