import type { SwitchPreview } from './preview.ts'

type Part = SwitchPreview['parts'][number]

/** How a piece of it is drawn. */
export type Tone = 'instructions' | 'whole' | 'changed' | 'over'

export interface Piece {
  tone: Tone
  tokens: number
}

/** More than so many could not be told apart. */
const MOST = 60

/** What is read, from left to right, as far as the window holds it; what is beyond that is `over`. */
export function piecesOf(parts: readonly Part[], window: number, fits: boolean): Piece[] {
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0)
  const room = fits ? total : window
  const pieces: Piece[] = []
  let at = 0
  for (const part of parts) {
    const inside = Math.max(0, Math.min(part.tokens, room - at))
    add(pieces, { tone: toneOf(part), tokens: inside }, total)
    add(pieces, { tone: 'over', tokens: part.tokens - inside }, total)
    at += part.tokens
  }
  return pieces
}

/** Those of each tone together, in the order in which they were met. */
export function sumsOf(pieces: readonly Piece[]): Piece[] {
  const byTone = Map.groupBy(pieces, ({ tone }) => tone)
  return [...byTone].map(([tone, all]) => ({ tone, tokens: all.reduce((sum, { tokens }) => sum + tokens, 0) }))
}

function toneOf({ kind, is_changed }: Part): Tone {
  if (kind === 'instructions') return 'instructions'
  return is_changed || kind === 'brief' ? 'changed' : 'whole'
}

/** What is too short to be seen is drawn with what stands before it. */
function add(pieces: Piece[], piece: Piece, total: number): void {
  if (piece.tokens === 0) return
  const last = pieces.at(-1)
  if (last?.tone === piece.tone && Math.min(last.tokens, piece.tokens) < total / MOST) last.tokens += piece.tokens
  else pieces.push(piece)
}
