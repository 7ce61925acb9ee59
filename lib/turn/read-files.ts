import type { Message } from '../canonical/message.ts'
import type { TurnDeps } from './turn.ts'
import { fileRefs } from './turn-request.ts'

/** Reads each upload that the messages refer to once. One that cannot be read is left out, like one that is not there. */
export async function readFiles(
  messages: readonly Pick<Message, 'content'>[],
  { attachments, log }: Pick<TurnDeps, 'attachments' | 'log'>,
  files: Map<string, Uint8Array> = new Map(),
): Promise<Map<string, Uint8Array>> {
  for (const ref of fileRefs(messages)) {
    if (files.has(ref)) continue
    try {
      const file = await attachments.get(ref)
      if (file) files.set(ref, file.bytes)
    } catch (cause) {
      log.error('an upload cannot be read', { data: ref, cause })
    }
  }
  return files
}
