import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { EndpointOf, SaidBodyOf } from '#lib/api/contract.ts'
import { request } from '../_client/use-api.ts'
import type { LateTexts } from '../_texts/texts.ts'

// On the pages where people sign in and see to their account, and there when it is needed.
const library = () => import('@simplewebauthn/browser')

/** Whether this browser knows passkeys at all. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Whether the browser offers passkeys where the address is filled in. */
export async function offersPasskeysInField(): Promise<boolean> {
  return knowsPasskeys() && (await (await library()).browserSupportsWebAuthnAutofill())
}

/** What a device says of a passkey that somebody has picked. */
export type PickedPasskey = SaidBodyOf<EndpointOf<'/api/sign-in/passkey', 'POST'>>

/**
 * Has somebody pick a passkey; `inField`: where the address is filled in, which may be never. A second call ends the one before.
 * Throws what the device or its person says against it, and what the server does.
 */
export async function pickPasskey({ inField }: { inField: boolean }): Promise<PickedPasskey> {
  const options = await request('POST', '/api/sign-in/passkey/options')
  const { startAuthentication } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: inField })
  return { id, type: 'public-key', response }
}

/** Lets the device make a passkey for whoever is signed in. Throws as `pickPasskey`. */
export async function addPasskey(name: string, password: string | undefined): Promise<void> {
  const body = password === undefined ? {} : { password }
  const options = await request('POST', '/api/me/passkeys/options', { body })
  const { startRegistration } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { id, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  const made = { clientDataJSON, attestationObject, ...(transports && { transports }) }
  await request('POST', '/api/me/passkeys', { body: { id, type: 'public-key', response: made, name } })
}

/** What a device or its person says against it, in words; null for what it is not. */
export function deviceWords(words: LateTexts['people'], error: unknown): string | null {
  if (!(error instanceof Error)) return null
  // The same name for a person who closes it, for a device that has none, and for one that takes too long: nobody shall learn which.
  if (error.name === 'NotAllowedError') return words.passkey_not_used
  if (error.name === 'InvalidStateError') return words.passkey_there
  return error.name === 'ApiError' ? null : words.passkey_failed(error.message)
}
