'use client'

import { useState } from 'react'
import { errorWords } from '../../_client/error-words.ts'
import { dryRun, type RoutingDryRun } from '../../_client/use-routing.ts'
import { useTexts } from '../../_texts/texts.ts'

type Asked = Omit<Parameters<typeof dryRun>[0], 'text'>

/** One dry run at a time, of what was asked last. */
export function useDryRun(text: string) {
  const texts = useTexts()
  const [state, setState] = useState<{ of: string; found: RoutingDryRun } | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function run(asked: Asked) {
    setRunning(true)
    setRefusal(null)
    try {
      setState({ of: text, found: await dryRun({ text, ...asked }) })
    } catch (error) {
      setState(null)
      setRefusal(errorWords(texts, error))
    }
    setRunning(false)
  }

  return { found: state?.found ?? null, isStale: state !== null && state.of !== text, isRunning, refusal, run }
}
