/** In pieces: for each letter of a word the engine keeps a way back, and it has no room for eight million. */
const WORD = /[\p{L}\p{M}]{1,4096}|\p{N}{1,3}|[^\s\p{L}\p{M}\p{N}]/gu
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** Words, numbers and marks, as tokenizers cut them: a short Latin word is one token, other scripts take more. */
export function textTokens(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(WORD)) {
    const first = piece.charCodeAt(0)
    if (first < 0x80) tokens += /[A-Za-z]/.test(piece) ? Math.max(1, piece.length / 5.5) : 0.75
    else if (DENSE.test(piece)) tokens += piece.length * 0.9
    else tokens += Math.max(1, piece.length / 2.5)
  }
  return tokens
}
