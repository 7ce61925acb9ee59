import type { DocumentBlock } from '../../canonical/block.ts'

/** A document among the words of a message: named at both ends, so that a model sees where it stops. */
export function documentText({ name, title, media_type, context }: DocumentBlock, text: string): string {
  const label = `document: ${documentName({ name, title })}`
  const about = context ? `\n[about it: ${context}]` : ''
  return `[${label}, ${media_type}]${about}\n${text.trimEnd()}\n[end of ${label}]`.toWellFormed()
}

export function documentName({ name, title }: Pick<DocumentBlock, 'name' | 'title'>): string {
  return title && title !== name ? `${title} (${name})` : name
}
