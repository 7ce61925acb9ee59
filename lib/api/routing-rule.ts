import { z } from 'zod'
import { Timestamp } from '../canonical/timestamp.ts'
import type { Endpoint } from './endpoint.ts'
import { RuleFault } from './error.ts'
import { ModelName } from './request.ts'

export const YAML = ['application/yaml', 'text/yaml', 'text/plain'] as const

const Version = z.number().int().nonnegative()

const Saved = z.object({ version: Version, note: z.string(), author: z.string(), created_at: Timestamp })

export const readRouting = {
  id: 'readRouting',
  tag: 'models',
  needs: 'admin',
  summary: 'The routing rules that hold, as YAML, and the versions before them, newest first',
  description:
    'Version 0 has no rules. `problem` says what keeps the latest from holding; then those before it do. With `before` come the versions below that one.',
  query: z.object({ before: z.coerce.number().int().positive().optional() }),
  answer: {
    status: 200,
    json: z.object({
      rules: z.string(),
      version: Version,
      hints: z.array(RuleFault),
      problem: z.string().nullable(),
      history: z.array(Saved),
      next: z.number().int().nullable(),
    }),
  },
  errors: ['invalid_request'],
} as const satisfies Endpoint

export const saveRouting = {
  id: 'saveRouting',
  tag: 'models',
  needs: 'admin',
  summary: 'Saves routing rules; they hold from the next turn on',
  description:
    'All or nothing: where a line is at fault, nothing is stored and the details name every such line. With `based_on`, the version that the text was made from, it is refused where others were saved since.',
  query: z.object({
    note: z.string().max(500).optional(),
    based_on: z.coerce.number().int().nonnegative().optional(),
  }),
  body: { file: YAML },
  answer: { status: 200, json: z.object({ version: Version, hints: z.array(RuleFault) }) },
  errors: ['invalid_request', 'invalid_rules', 'rules_conflict', 'too_large', 'unsupported_media'],
} as const satisfies Endpoint

export const readRoutingVersion = {
  id: 'readRoutingVersion',
  tag: 'models',
  needs: 'admin',
  summary: 'Routing rules as they were saved once',
  answer: { status: 200, json: Saved.extend({ rules: z.string() }) },
  errors: ['not_found'],
} as const satisfies Endpoint

const Names = z.array(z.string())

export const readCarriedRouting = {
  id: 'readCarriedRouting',
  tag: 'models',
  needs: 'admin',
  summary: 'The routing rules with one model in the place of another, which a carry-over would save',
  description:
    'Nothing is saved. `names` are the rules, and the folders, that change; `version` is what they were made from.',
  query: z.object({ from: ModelName, to: ModelName }),
  answer: { status: 200, json: z.object({ version: Version, rules: z.string(), names: Names }) },
  errors: ['invalid_request', 'invalid_rules', 'unknown_model'],
} as const satisfies Endpoint

export const carryOverRouting = {
  id: 'carryOverRouting',
  tag: 'models',
  needs: 'admin',
  summary: 'Saves routing rules with one model in the place of another',
  description:
    'In rules, folders and aliases; the rest of the text stays as it is written. It is a version like any other, so that the history has it and it can be gone back from, and is refused where others were saved since `based_on`. Where no rule names the model nothing is saved, and `names` is empty.',
  body: {
    json: z.strictObject({ from: ModelName, to: ModelName, based_on: Version, note: z.string().max(500).optional() }),
  },
  answer: { status: 200, json: z.object({ version: Version, names: Names }) },
  errors: ['invalid_request', 'invalid_rules', 'rules_conflict', 'unknown_model', 'too_large', 'unsupported_media'],
} as const satisfies Endpoint
