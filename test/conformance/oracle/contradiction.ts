import type { Recording } from '#test/support/recording.ts'

/** Recordings that people put together by hand, whose bytes no host would send: by name, with what is wrong with them. */
export const CONTRADICTIONS: Readonly<Record<string, string>> = {
  'ai-azure-reasoning-encrypted-content-1-chunks-0':
    'four responses of one conversation, each with its end, stand one after the other in one stream',
}

export function isSound({ name }: Recording): boolean {
  return !Object.hasOwn(CONTRADICTIONS, name)
}
