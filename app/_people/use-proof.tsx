'use client'

import { type ReactNode, useState } from 'react'
import { ApiError } from '../_client/use-api.ts'
import { useCredentials } from '../_client/use-credentials.ts'
import { Fault } from '../_settings/fault.tsx'
import { useLateTexts } from '../_texts/texts.ts'
import { PasswordField } from './password-field.tsx'

interface Proof {
  /** The password, once the server has asked for it; whoever has none is told what else proves that it is them. */
  proofField: ReactNode
  passwordIn: (form: HTMLFormElement) => string | undefined
  /** Whether the server has refused something for want of it: then the field is shown. */
  isProofAsked: (error: unknown) => boolean
  proved: () => void
}

/** For what whoever has signed in long ago is to prove again. */
export function useProof(): Proof {
  const words = useLateTexts().people
  const { hasPassword } = useCredentials()
  const [isAsked, setAsked] = useState(false)
  const field = hasPassword ? (
    <PasswordField isFocused name="password" label={words.password} about={words.prove_about} />
  ) : (
    <Fault words={words.prove_again} />
  )
  return {
    proofField: isAsked && field,
    passwordIn(form) {
      const said = new FormData(form).get('password')
      return said === null ? undefined : String(said)
    },
    isProofAsked(error) {
      const is = error instanceof ApiError && error.code === 'proof_required'
      if (is) setAsked(true)
      return is
    },
    proved: () => setAsked(false),
  }
}
