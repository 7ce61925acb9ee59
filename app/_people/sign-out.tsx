'use client'

import { useState } from 'react'
import { errorWords } from '../_client/error-words.ts'
import { Fault } from '../_settings/fault.tsx'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { leave } from './leave.ts'

export function SignOut() {
  const texts = useTexts()
  const words = useLateTexts().people
  const [problem, setProblem] = useState<string | null>(null)

  async function signOut() {
    try {
      await leave({ everywhere: false })
    } catch (error) {
      setProblem(errorWords(texts, error))
    }
  }

  return (
    <div className="mt-4">
      <Button onClick={() => void signOut()} className="pointer-coarse:min-h-11">
        {words.sign_out}
      </Button>
      <p className="mt-2 text-caption text-muted">{words.sign_out_about}</p>
      <Fault words={problem} />
    </div>
  )
}
