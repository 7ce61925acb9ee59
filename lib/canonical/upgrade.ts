import { isJsonObject, type JsonObject } from './json.ts'
import { Message, SCHEMA_VERSION } from './message.ts'

/** Turns a stored message of one version into the next; pure, and total over what that version could hold. */
export type UpgradeStep = (message: JsonObject) => JsonObject

/**
 * A chain of steps, keyed by the version that each one reads (canonical-message-format §10.2), that brings a stored
 * message to `current`. A message of a newer version passes as it is: unknown fields and blocks are tolerated (§10.3).
 */
export function upgrader(
  steps: Readonly<Record<number, UpgradeStep>>,
  current: number,
): (stored: unknown) => JsonObject {
  return (stored) => {
    if (!isJsonObject(stored)) throw new TypeError('a stored message is a JSON object')
    let message = stored
    for (let version = versionOf(message); version < current; version = versionOf(message)) {
      const step = steps[version]
      if (!step) throw new RangeError(`no upgrade from schema version ${version} to ${version + 1}`)
      message = { ...step(message), schema_version: version + 1 }
    }
    return message
  }
}

function versionOf(message: JsonObject): number {
  const version = message.schema_version
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new RangeError(`schema_version is ${JSON.stringify(version)}, not a positive integer`)
  }
  return version
}

const STEPS: Readonly<Record<number, UpgradeStep>> = {}

/** Reads messages as they were stored by the version `current` or any earlier one. Throws where one is no message. */
export function messageReader(
  steps: Readonly<Record<number, UpgradeStep>>,
  current: number,
): (stored: unknown) => Message {
  const upgrade = upgrader(steps, current)
  return (stored) => {
    const message = upgrade(stored)
    const parsed = Message.parse(message)
    restoreProtoKeys(parsed, message)
    return parsed
  }
}

/** As this version reads what it and every one before it stored. */
export const parseStoredMessage = messageReader(STEPS, SCHEMA_VERSION)

/** zod leaves keys named `__proto__` out of its copies. A model may write one, and what was stored comes back equal. */
function restoreProtoKeys(copy: unknown, original: unknown): void {
  if (copy === original || typeof copy !== 'object' || copy === null) return
  for (const [key, value] of Object.entries(original ?? {})) {
    if (key === '__proto__') Object.defineProperty(copy, key, { ...PLAIN_PROPERTY, value })
    else restoreProtoKeys((copy as Record<string, unknown>)[key], value)
  }
}

const PLAIN_PROPERTY = { configurable: true, enumerable: true, writable: true }
