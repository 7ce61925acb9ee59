import { movingBetweenModels } from './moving-between-models.ts'

/** About 1,500 words. */
export const essay = movingBetweenModels

/** About 5,000 words. */
export const longEssay = movingBetweenModels
