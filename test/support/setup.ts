import { afterEach, beforeEach } from 'vitest'
import { guardConsole, guardNetwork, takeFaults } from './guard.ts'

guardConsole()
guardNetwork()

beforeEach(() => {
  takeFaults()
})

afterEach(() => {
  const faults = takeFaults()
  if (faults.length > 0) throw new Error(faults.join('\n'))
})
