'use client'

import { useRef, useState } from 'react'
import type { Verification } from '#lib/api/verification.ts'
import { uploadToVerify } from './use-upload.ts'

type State =
  | { is: 'nothing' }
  | { is: 'sending'; percent: number }
  | { is: 'done'; name: string; found: Verification }
  | { is: 'failed'; error: unknown }

/** Has the server verify a file, one at a time. */
export function useVerification() {
  const [state, setState] = useState<State>({ is: 'nothing' })
  const running = useRef<AbortController | null>(null)

  async function verify(file: File) {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    const tell = (next: State) => running.current === own && setState(next)
    tell({ is: 'sending', percent: 0 })
    try {
      const onProgress = (percent: number) => tell({ is: 'sending', percent })
      const found = await uploadToVerify(file, { signal: own.signal, onProgress })
      tell({ is: 'done', name: file.name, found })
    } catch (error) {
      tell(own.signal.aborted ? { is: 'nothing' } : { is: 'failed', error })
    }
  }

  return { state, verify, stop: () => running.current?.abort() }
}
