import { readFloor } from '../floor.ts'
import type { OpenReader } from './reader.ts'

/** Understands nothing, so it hands over nothing. */
export const floor: OpenReader = (format, baseUrl) => async () => {
  await readFloor(format, baseUrl)
}
