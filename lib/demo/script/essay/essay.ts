import { carefulTools } from './careful-tools.ts'
import { countingCost } from './counting-cost.ts'
import { movingBetweenModels } from './moving-between-models.ts'
import { survivingStreams } from './surviving-streams.ts'

const CLOSING = `---

*This text was written in advance. I am a scripted demo model, and I send it in small pieces so that you can watch it stream, stop it half-way, reload the page, or switch to another model and go on.*`

/** About 1,500 words. */
export const essay = joined(movingBetweenModels)

/** About 5,000 words. */
export const longEssay = joined(movingBetweenModels, survivingStreams, carefulTools, countingCost)

function joined(...chapters: string[]): string {
  return [...chapters, CLOSING].join('\n\n')
}
