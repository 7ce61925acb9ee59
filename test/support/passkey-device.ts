import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { MadePasskey, UsedPasskey } from '#lib/people/webauthn.ts'

/** What a device does otherwise than it should. */
export interface Quirks {
  origin?: string
  rpId?: string
  /** It has asked nobody for a finger or a PIN. */
  unverified?: boolean
  /** It says that it was used so many times, whatever it was. */
  counter?: number
  /** It answers something else than it was asked. */
  challenge?: string
  /** It names another person. */
  userHandle?: string
  type?: string
}

/** A device that makes one passkey and signs with it, as WebAuthn has it, with an ES256 key. `counts`: how often it was used. */
export class PasskeyDevice {
  readonly id = randomBytes(32).toString('base64url')
  readonly #origin: string
  readonly #counts: boolean
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #uses = 0
  #userHandle = ''

  constructor(origin: string, { counts = false } = {}) {
    this.#origin = origin
    this.#counts = counts
  }

  make(
    options: { challenge: string; user: { id: string } },
    quirks: Quirks = {},
  ): MadePasskey & { type: 'public-key' } {
    this.#userHandle = options.user.id
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([id.length >> 8, id.length & 255])
    const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(this.#key.publicKey)])
    const object = map([
      [text('fmt'), text('none')],
      [text('attStmt'), map([])],
      [text('authData'), bytes(Buffer.concat([this.#head(quirks, ATTESTED), attested]))],
    ])
    const clientData = this.#clientData('webauthn.create', options.challenge, quirks)
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: object.toString('base64url'),
      transports: ['internal'],
    }
    return { id: this.id, type: 'public-key', response }
  }

  use(options: { challenge: string }, quirks: Quirks = {}): UsedPasskey & { type: 'public-key' } {
    this.#uses += 1
    const authenticatorData = this.#head(quirks, 0)
    const clientData = this.#clientData('webauthn.get', options.challenge, quirks)
    const signed = Buffer.concat([authenticatorData, sha256(clientData)])
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.#key.privateKey).toString('base64url'),
      userHandle: quirks.userHandle ?? this.#userHandle,
    }
    return { id: this.id, type: 'public-key', response }
  }

  /** WebAuthn §6.1: for whom, what was made sure of, and how often it was used. */
  #head({ rpId = new URL(this.#origin).hostname, unverified = false, counter }: Quirks, more: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? (this.#counts ? this.#uses : 0))
    const flags = PRESENT | (unverified ? 0 : VERIFIED) | more
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
  }

  #clientData(
    usual: string,
    asked: string,
    { type = usual, challenge = asked, origin = this.#origin }: Quirks,
  ): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }
}

const PRESENT = 1
const VERIFIED = 4
const ATTESTED = 64

/** RFC 9053 §7.1: an ES256 key. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return map([
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), bytes(Buffer.from(x, 'base64url'))],
    [int(-3), bytes(Buffer.from(y, 'base64url'))],
  ])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

// As much of CBOR (RFC 8949) as a passkey is written in.
const int = (n: number) => (n < 0 ? head(1, -1 - n) : head(0, n))
const bytes = (data: Buffer) => Buffer.concat([head(2, data.length), data])
const text = (said: string) => Buffer.concat([head(3, said.length), Buffer.from(said)])
const map = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()])

function head(major: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(major << 5) | n])
  return n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
}
