import type { StorageProblem } from '../events/frame.ts'
import { isStorageError, type StorageFault } from './storage-error.ts'

interface Words {
  /** While what is to be stored is kept in memory. */
  waiting: string
  /** As the end of a turn that waited in vain. */
  ended: string
}

/** The faults that may pass by themselves, or once somebody has made room. */
const WORDS: Record<StorageProblem['kind'], Words> = {
  full: {
    waiting: 'The disk is full. This answer is kept in memory and stored as soon as there is room.',
    ended: 'The disk was full for too long, so the answer was ended here. Make room on it, then send again.',
  },
  locked: {
    waiting: 'Another program locks the database. This answer is kept in memory and stored as soon as it is free.',
    ended: 'Another program locked the database for too long, so the answer was ended here. Send again.',
  },
  unreachable: {
    waiting: 'The database cannot be reached. This answer is kept in memory and stored as soon as it is back.',
    ended: 'The database could not be reached for too long, so the answer was ended here. Send again.',
  },
  missing: {
    waiting: 'The data folder is gone. This answer is kept in memory and stored as soon as the folder is back.',
    ended: 'The data folder was gone for too long, so the answer was ended here. Put it back, then send again.',
  },
}

/** Why a store refused a write that it may take later; null for any other failure, which no waiting mends. */
export function storageProblem(thrown: unknown): StorageProblem | null {
  if (!isStorageError(thrown)) return null
  const { kind } = thrown
  return mayPass(kind) ? { kind, message: WORDS[kind].waiting } : null
}

function mayPass(kind: StorageFault): kind is StorageProblem['kind'] {
  return Object.hasOwn(WORDS, kind)
}

export function endWords({ kind }: StorageProblem): string {
  return WORDS[kind].ended
}
