import { isDue } from './due.ts'
import type { ImportView } from './imports.ts'

/** How much there is of what is being done, and how much of it was. */
export function progressOf({ state, failure, choices, read, read_of, tally }: ImportView): {
  done: number
  of: number
} {
  const sum = (which: (each: ImportView['tally'][number]) => boolean) =>
    tally.filter(which).reduce((total, { items }) => total + items, 0)
  if (state === 'reading') return { done: read, of: read_of }
  if (state === 'applying' || (state === 'failed' && failure?.during === 'applying')) {
    const isDone = (each: ImportView['tally'][number]) => each.state !== 'listed'
    return { done: sum(isDone), of: sum((each) => isDone(each) || (choices !== null && isDue(each, choices))) }
  }
  if (state === 'undoing') {
    const isBack = (each: ImportView['tally'][number]) => each.state === 'undone' || each.state === 'kept'
    return { done: sum(isBack), of: sum((each) => isBack(each) || each.state === 'applied') }
  }
  return { done: 0, of: 0 }
}
