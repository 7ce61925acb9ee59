import type { Nodes } from 'mdast'
import { atMost } from '../../_ui/at-most.ts'
import { ownTask } from '../../_ui/own-task.ts'
import { type LatePart, whenLoaded } from '../late-part.ts'
import type { AnswerText } from './answer-text.ts'
import { NO_TEXT } from './answer-text.ts'
import { FORMULA_RENDERER } from './formula.tsx'
import { lookOn, STEP } from './look-on.ts'

const FIRST_STEP = 60
const LONGEST_WAIT_MS = 1_000

let ahead: ReadonlyMap<string, AnswerText> = new Map()

/**
 * Looks at finished texts before they are shown, all of them, in as many tasks as it takes steps. What a page looks at first
 * takes many times as long as the same later, so that the first steps are short. One that no parser takes
 * keeps none of the others back. What else is shown with them, and what draws the formulas in them, is there before, or was
 * waited for long enough: what moves when it comes is better than nothing.
 */
export async function lookAhead(texts: readonly string[], parts: readonly LatePart<unknown>[] = []): Promise<void> {
  const looked = new Map<string, AnswerText>()
  let step = FIRST_STEP
  for (const text of texts) {
    let answer = NO_TEXT
    try {
      while (!answer.ended) {
        await ownTask()
        answer = lookOn(answer, text, false, 1, step).answer
        step = Math.min(step * 2, STEP)
      }
      looked.set(text, answer)
    } catch {
      // Rendering it comes to the same, and shows it as plain text.
    }
  }
  ahead = looked
  const needed = [...looked.values()].some(hasFormula) ? [...parts, FORMULA_RENDERER] : parts
  await Promise.all(needed.map((part) => atMost(LONGEST_WAIT_MS, whenLoaded(part))))
}

function hasFormula({ settled, recent }: AnswerText): boolean {
  return [...settled.flat(), ...recent].some(({ nodes }) => nodes?.some(isFormulaIn))
}

function isFormulaIn(node: Nodes): boolean {
  return node.type === 'formula' || ('children' in node && node.children.some(isFormulaIn))
}

export function lookedAhead(text: string): AnswerText | undefined {
  return ahead.get(text)
}
