import type { Store } from '#lib/store/store.ts'
import { testCheckpoint } from './checkpoint.ts'
import { contractStore } from './contract-store.ts'
import { testDeletion } from './deletion.ts'
import { testKeptAnswer } from './kept-answer.ts'
import { testPath } from './path.ts'
import { testRecovery } from './recovery.ts'
import { testSession } from './session.ts'
import { testSessionList } from './session-list.ts'
import { testSessionPlace } from './session-place.ts'
import { testTree } from './tree.ts'
import { testWrite } from './write.ts'

/** What every store does, wherever it keeps things. `opened` gives the store under test, empty at each test. */
export function testStoreContract(opened: () => Store): void {
  const store = contractStore(opened)
  testSession(store)
  testKeptAnswer(store)
  testSessionList(store)
  testSessionPlace(store)
  testPath(store)
  testTree(store)
  testDeletion(store)
  testWrite(store)
  testCheckpoint(store)
  testRecovery(store)
}
