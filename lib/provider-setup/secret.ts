import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readIfThere } from '../read-if-there.ts'

/** Under which stored keys are sealed. */
export interface Secret {
  /** `METIS_SECRET`, or the file beside the data. */
  readonly from: 'environment' | 'file'
  /** 32 bytes; `null` where there is no secret yet. Throws a `SecretError`. */
  read(): Promise<Uint8Array | null>
  /** The same, made where there was none. */
  readOrMake(): Promise<Uint8Array>
}

/** The file of the secret is no secret: said in words, so that whoever runs Metis can act. */
export class SecretError extends Error {
  override readonly name = 'SecretError'
}

const BYTES = 32
const SHORTEST = 16
const OWNER_ONLY = 0o600

/** `text`: of `METIS_SECRET`, or `null`. `path`: of the file that stands for it, made when the first key is stored. */
export function openSecret({ text, path }: { text: string | null; path: string }): Secret {
  if (text !== null) {
    const key = keyOf(text)
    return { from: 'environment', read: async () => key, readOrMake: async () => key }
  }
  let known: Uint8Array | null = null
  const read = async () => {
    known ??= await readSecretFile(path)
    return known
  }
  return {
    from: 'file',
    read,
    async readOrMake() {
      const found = await read()
      if (found) return found
      await makeSecretFile(path)
      known = await readSecretFile(path)
      if (!known) throw new SecretError(`${path} was made, and is gone again`)
      return known
    },
  }
}

/** Whatever its writing: hex, base64 or words. */
function keyOf(text: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', text, '', 'metis: stored keys', BYTES))
}

async function readSecretFile(path: string): Promise<Uint8Array | null> {
  const text = await readIfThere(path).catch((error: unknown) => {
    throw new SecretError(`${path} cannot be read: stored keys cannot be used without it`, { cause: error })
  })
  if (text === null) return null
  if (text.trim().length < SHORTEST) {
    throw new SecretError(
      `${path} is damaged: it holds less than ${SHORTEST} characters. Put it back from a backup, or remove it and paste the keys again`,
    )
  }
  // A copy, or an archive that was unpacked, may have opened it to everybody.
  if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, OWNER_ONLY)
  return keyOf(text.trim())
}

/** Whole or not at all, and never over one that another process made in the same moment. */
async function makeSecretFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}`
  try {
    const file = await open(/* turbopackIgnore: true */ draft, 'wx', OWNER_ONLY)
    try {
      await file.writeFile(`${randomBytes(BYTES).toString('base64')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
}
