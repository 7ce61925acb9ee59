import { z } from 'zod'
import { Preset } from '../canonical/preset.ts'
import { SettingsChange } from '../canonical/session-settings.ts'
import type { Endpoint } from './endpoint.ts'
import { KEYED, ModelName, plainName, SystemPrompt } from './request.ts'

const name = plainName(60)

export const listPresets = {
  id: 'listPresets',
  tag: 'chat',
  needs: 'member',
  summary: 'What chats may begin with, by name',
  answer: { status: 200, json: z.object({ presets: z.array(Preset) }) },
  errors: [],
} as const satisfies Endpoint

export const createPreset = {
  id: 'createPreset',
  tag: 'chat',
  needs: 'member',
  summary: 'Keeps a model, a system prompt and settings under a name',
  description:
    'A chat begins with one by being created with copies of its values. An alias is kept as the id of its model.',
  headers: KEYED,
  body: {
    json: z.strictObject({
      name,
      model: ModelName.nullish(),
      system_prompt: SystemPrompt.nullish(),
      settings: SettingsChange.optional(),
    }),
  },
  answer: { status: 201, json: Preset },
  errors: [
    'invalid_request',
    'unknown_model',
    'name_taken',
    'too_many',
    'too_large',
    'unsupported_media',
    'idempotency_mismatch',
  ],
} as const satisfies Endpoint

export const changePreset = {
  id: 'changePreset',
  tag: 'chat',
  needs: 'member',
  summary: 'Changes what is named of a preset and leaves the rest; chats that began with it stay what they are',
  body: {
    json: z.strictObject({
      name: name.optional(),
      model: ModelName.nullable().optional(),
      system_prompt: SystemPrompt.nullable().optional(),
      settings: SettingsChange.optional(),
    }),
  },
  answer: { status: 200, json: Preset },
  errors: ['invalid_request', 'unknown_model', 'not_found', 'name_taken', 'too_large', 'unsupported_media'],
} as const satisfies Endpoint

export const deletePreset = {
  id: 'deletePreset',
  tag: 'chat',
  needs: 'member',
  summary: 'Deletes a preset; chats that began with it stay what they are',
  answer: { status: 204 },
  errors: ['not_found'],
} as const satisfies Endpoint
