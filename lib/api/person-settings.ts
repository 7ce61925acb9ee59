import { PersonSettings } from '../canonical/person-settings.ts'
import type { Endpoint } from './endpoint.ts'

export const readSettings = {
  id: 'readSettings',
  tag: 'installation',
  needs: 'member',
  summary: 'What the person who asks wants of the whole product',
  answer: { status: 200, json: PersonSettings },
  errors: [],
} as const satisfies Endpoint

export const changeSettings = {
  id: 'changeSettings',
  tag: 'installation',
  needs: 'member',
  summary: 'Changes what is named and leaves the rest',
  description:
    '`title_model` says who names a chat after its first answer: `off` is its first words, `chat` its own model, anything else the model with this id. `outbound_scan` says what becomes of keys and of what leads to people in what is sent to a provider: `warn` records them, `mask` puts words in their place as well.',
  body: { json: PersonSettings.partial().strict() },
  answer: { status: 200, json: PersonSettings },
  errors: ['invalid_request', 'too_large', 'unsupported_media', 'unknown_model'],
} as const satisfies Endpoint
