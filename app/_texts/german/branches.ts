import type { LateTexts } from '../texts.ts'

/** Was sich mit einer Nachricht tun lässt und mit dem, was ihr folgt. */
export const branches: LateTexts['branches'] = {
  more: { question: 'Mehr zu dieser Frage', answer: 'Mehr zu dieser Antwort' },
  delete: { question: 'Frage löschen', answer: 'Antwort löschen' },
  delete_from_here: 'Ab hier löschen',
}
