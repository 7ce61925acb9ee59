import type { SessionPart } from '../../_client/session-part.ts'
import type { Texts } from '../../_texts/texts.ts'
import type { IconName } from '../../_ui/icon.tsx'

export function nameOf(words: Texts['chats'], { archived, folder, tag }: SessionPart): string {
  if (archived) return words.archive
  return folder ?? (tag === null ? words.all : tag)
}

export function iconOf({ archived, folder, tag }: SessionPart): IconName {
  if (archived) return 'archive'
  if (folder !== null) return 'folder'
  return tag === null ? 'mind' : 'tag'
}
