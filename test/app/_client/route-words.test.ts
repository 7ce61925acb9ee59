import { describe, expect, test } from 'vitest'
import { errorWords } from '#app/_client/error-words.ts'
import { choiceWords, linkWords, policyWords } from '#app/_client/route-words.ts'
import { ApiError } from '#app/_client/use-api.ts'
import { english } from '#app/_texts/english/first.ts'
import { german } from '#app/_texts/german/first.ts'
import { decideRoute, type RouteInput } from '#lib/routing/chain.ts'

const ASKED: RouteInput = {
  override: { model: 'one:blind', alias: 'blind' },
  active_model: 'two:big',
  default_model: null,
  needs: { estimated_input_tokens: 10, images: true, tools: false, system_prompt: false, structured_output: false },
  candidate: () => undefined,
}
const ROUTE = decideRoute(ASKED)

describe('why a model was asked', () => {
  test('is said in the words of the server to whoever reads English', () => {
    for (const link of ROUTE.chain) expect(linkWords(english, link)).toBe(link.reason)
    expect(ROUTE.chain.map(({ policy }) => policyWords(english, policy))).toEqual([
      'In the message',
      'For this chat',
      'Rules',
      'Patterns',
      'Another model',
      'Folder',
      'Default model',
    ])
    expect(choiceWords(english, { mode: 'manual', reason: 'set for this session' })).toBe('set for this session')
  })

  test('is said in German by policy, verdict and rejection', () => {
    expect(ROUTE.chain.map((link) => [policyWords(german, link.policy), linkWords(german, link)])).toEqual([
      ['In der Nachricht', 'sein Anbieter ist hier nicht eingerichtet'],
      ['Für diesen Chat', 'nicht mehr gebraucht'],
      ['Regeln', 'nichts verlangt'],
      ['Muster', 'nichts verlangt'],
      ['Anderes Modell', 'nichts verlangt'],
      ['Ordner', 'nichts verlangt'],
      ['Standardmodell', 'nichts verlangt'],
    ])
    expect(choiceWords(german, { mode: 'manual', reason: 'set for this session' })).toBeNull()
    expect(choiceWords(german, { mode: 'override', reason: 'asked for in this message as @big' })).toBe('als @big')
  })

  test('is said in the server’s words where a newer one names what this page does not know', () => {
    const link = { policy: 'by_moon', verdict: 'waned', reason: 'the moon is full' }
    expect([policyWords(german, link.policy), linkWords(german, link)]).toEqual(['by moon', 'the moon is full'])
    expect(choiceWords(german, { mode: 'moon', reason: 'the moon is full' })).toBe('the moon is full')
  })
})

test('that no model can answer is said in German with what speaks against each', () => {
  const refused = new ApiError(422, 'no_model', 'one:blind, asked for, but it is not known here', {
    chain: ROUTE.chain,
  })
  expect(errorWords(german, refused)).toBe(
    'Es wurde nichts gespeichert. Der Grund: one:blind: sein Anbieter ist hier nicht eingerichtet.',
  )
  const none = decideRoute({ ...ASKED, override: null, active_model: null })
  expect(errorWords(german, new ApiError(422, 'no_model', 'no model is set', { chain: none.chain }))).toBe(
    'Es wurde nichts gespeichert. Der Grund: Kein Modell ist verlangt, gewählt oder als Standard gesetzt.',
  )
  const bare = new ApiError(422, 'no_model', 'no model is set', { chain: [] })
  expect(errorWords(german, bare)).toBe('Es wurde nichts gespeichert. Der Grund: no model is set.')
})
