import { ownUpload } from '../../_content/surrounding.ts'
import type { Attachment, FoundInFile, UploadedBlock } from './attachment.ts'
import { readKept, writeKept } from './draft-store.ts'

/** A file of a draft. */
export interface KeptFile {
  name: string
  size: number | null
  excerpt: string | null
  read: FoundInFile | null
  isPasted: boolean
  /** What the message will carry, once it is uploaded. */
  block: UploadedBlock | null
  /** Of a text that was pasted, for as long as it is nowhere else. */
  words: string | null
  isGone: boolean
}

/** What is in the tray. `words`: of pasted texts, by their keys. What was refused has said so, and is no part of the draft. */
export function keepFiles(draft: string, files: readonly Attachment[], words: ReadonlyMap<number, string>): void {
  const kept = files.flatMap((file): KeptFile | [] => {
    const { key, name, size, excerpt, read, isPasted, upload } = file
    if (upload.state === 'failed' && !upload.mayGoAgain) return []
    const block = upload.state === 'ready' ? upload.block : null
    const isGone = upload.state === 'lost' && upload.isGone
    return { name, size, excerpt, read, isPasted, block, words: block ? null : (words.get(key) ?? null), isGone }
  })
  if (kept.length === 0) writeKept('draft-files', draft, '')
  else if (!writeKept('draft-files', draft, JSON.stringify(kept)))
    // The words of a long text may be too many; that it was there is still said.
    writeKept('draft-files', draft, JSON.stringify(kept.map((file) => ({ ...file, words: null }))))
}

/** Those of an earlier visit; nothing where the storage holds something else. */
export function keptFiles(draft: string): readonly KeptFile[] {
  const text = readKept('draft-files', draft)
  if (text === '') return []
  try {
    const stored: unknown = JSON.parse(text)
    return Array.isArray(stored) ? stored.filter(isKeptFile) : []
  } catch {
    return []
  }
}

function isKeptFile(value: unknown): value is KeptFile {
  const { name, block } = (value ?? {}) as { name?: unknown; block?: { source?: { data?: unknown } } | null }
  return typeof name === 'string' && (block === null || typeof block?.source?.data === 'string')
}

/** As it stands in the tray again. What was on its way when the page was left has only its name. */
export function fromKept({ name, size, excerpt, read, isPasted, block, isGone }: KeptFile, key: number): Attachment {
  const preview = block?.type === 'image' ? ownUpload(block.source.data) : null
  const upload: Attachment['upload'] = block ? { state: 'ready', block } : { state: 'lost', isGone }
  return { key, name, size, excerpt, read, isPasted, preview, isSlow: false, upload }
}
