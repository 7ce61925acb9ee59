import type { LateTexts } from '../texts.ts'
import { format, plural } from './format.ts'

export const shares: LateTexts['shares'] = {
  conversation: 'Geteiltes Gespräch',
  conversation_below: 'geteiltes Gespräch',
  a_model: 'Ein Modell',
  answers: (count: number) => plural(count, '1 Antwort', `${format.count(count)} Antworten`),
  ends_on: (day: string) => `Endet am ${day}`,
  system_prompt: 'Systemanweisung',
  parts_hidden: (count: number) =>
    plural(count, 'Ein Teil wurde nicht geteilt.', `${format.count(count)} Teile wurden nicht geteilt.`),
  check_models: 'Modelle machen Fehler: Prüfe nach, worauf es ankommt.',
  link_to_message: 'Link zu dieser Nachricht',
  broke_off: 'Die Antwort brach ab.',
  failed: 'Es gab keine Antwort.',
}
