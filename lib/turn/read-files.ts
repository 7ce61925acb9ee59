import type { Message } from '../canonical/message.ts'
import type { TurnDeps } from './turn.ts'
import { fileRefs } from './turn-request.ts'

/** A chat may have hundreds, and a process so many open files. */
const AT_ONCE = 16

/** Reads each upload that the messages refer to once. One that cannot be read is left out, like one that is not there. */
export async function readFiles(
  messages: readonly Pick<Message, 'content'>[],
  { attachments, log }: Pick<TurnDeps, 'attachments' | 'log'>,
  files: Map<string, Uint8Array> = new Map(),
): Promise<Map<string, Uint8Array>> {
  const missing = [...fileRefs(messages)].filter((ref) => !files.has(ref))
  const read = async (ref: string) => {
    try {
      return await attachments.get(ref)
    } catch (cause) {
      log.error('an upload cannot be read', { data: ref, cause })
      return null
    }
  }
  for (let at = 0; at < missing.length; at += AT_ONCE) {
    const refs = missing.slice(at, at + AT_ONCE)
    const found = await Promise.all(refs.map(read))
    for (const [index, file] of found.entries()) if (file) files.set(refs[index] ?? '', file.bytes)
  }
  return files
}
