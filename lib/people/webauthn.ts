import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Person } from '../store/account-store.ts'
import type { Passkey } from '../store/credential-store.ts'
import { CHALLENGE_LIFE } from './challenges.ts'
import { PasskeyRefusedError } from './refused.ts'
import type { RelyingParty } from './relying-party.ts'

// Who is recognised, by what, and whether it is signed: the library says so. It is loaded by the first who needs it, for it
// takes a tenth of a second and 25 MB.
const library = () => import('@simplewebauthn/server')

/** What a browser says of a passkey that it has made. All that is encoded is base64url. */
export interface MadePasskey {
  id: string
  response: { clientDataJSON: string; attestationObject: string; transports?: readonly string[] | undefined }
}

/** What a browser says of a passkey that it has used. */
export interface UsedPasskey {
  id: string
  response: {
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle?: string | null | undefined
  }
}

/** For any passkey that is for this server. */
export async function requestOptions(
  party: RelyingParty,
  challenge: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  return await generateAuthenticationOptions({ ...VERIFIED, rpID: party.id, challenge: bytesOf(challenge) })
}

/** For a passkey that finds its person by itself, on a device that has none of `known`. */
export async function creationOptions(
  party: RelyingParty,
  challenge: string,
  { id, email, name }: Person,
  known: readonly Passkey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  const { timeout, userVerification } = VERIFIED
  return await generateRegistrationOptions({
    rpName: 'Metis',
    rpID: party.id,
    challenge: bytesOf(challenge),
    userID: new Uint8Array(Buffer.from(id)),
    userName: email,
    userDisplayName: name,
    timeout,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification },
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: [...transports],
    })),
  })
}

/** The challenge that was answered. Throws `PasskeyRefusedError` where nothing can be read. */
export function challengeOf({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    if (typeof challenge === 'string') return challenge
  } catch (cause) {
    throw new PasskeyRefusedError({ cause })
  }
  throw new PasskeyRefusedError()
}

/** Throws `PasskeyRefusedError`. */
export async function verifyMade(
  party: RelyingParty,
  challenge: string,
  { id, response }: MadePasskey,
): Promise<Passkey> {
  const { verifyRegistrationResponse } = await library()
  const said = { ...WRAPPING, id, rawId: id, response: { ...response, transports: [] } } as RegistrationResponseJSON
  const { registrationInfo } = await orRefuse(
    verifyRegistrationResponse({
      ...expected(party, challenge),
      response: said,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!registrationInfo) throw new PasskeyRefusedError()
  const { credential } = registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: [...(response.transports ?? [])],
  }
}

/** How often the passkey was used, as its device counts. Throws `PasskeyRefusedError`. */
export async function verifyUsed(
  party: RelyingParty,
  challenge: string,
  { id, response }: UsedPasskey,
  { credential_id, public_key }: Passkey,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library()
  const said = { ...WRAPPING, id, rawId: id, response } as AuthenticationResponseJSON
  // Whoever calls compares the counters, and so knows a passkey that was copied from one that is somebody else's.
  const credential = { id: credential_id, publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')), counter: 0 }
  const { verified, authenticationInfo } = await orRefuse(
    verifyAuthenticationResponse({ ...expected(party, challenge), response: said, credential }),
  )
  if (!verified) throw new PasskeyRefusedError()
  return authenticationInfo.newCounter
}

/** As a device keeps whose a passkey is. */
export function userHandleOf(personId: string): string {
  return Buffer.from(personId).toString('base64url')
}

/** The device makes sure that it is its person, by a finger, a face or a PIN: a passkey is all that is asked for. */
const VERIFIED = { userVerification: 'required', timeout: CHALLENGE_LIFE / 1_000 } as const

/** EdDSA, ES256 and RS256, by their names in COSE; what else the library asks Node for is an experiment there. */
const ALGORITHMS = [-8, -7, -257]

/** What is the same of every answer. */
const WRAPPING = { type: 'public-key', clientExtensionResults: {} } as const

function expected(party: RelyingParty, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  } as const
}

/** The library throws for whatever is not as it has to be. */
async function orRefuse<T>(verification: Promise<T>): Promise<T> {
  try {
    return await verification
  } catch (cause) {
    throw new PasskeyRefusedError({ cause })
  }
}

function bytesOf(challenge: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(challenge, 'base64url'))
}
