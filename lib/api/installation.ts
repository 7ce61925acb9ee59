import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

export const readHealth = {
  id: 'readHealth',
  tag: 'installation',
  needs: 'nobody',
  summary: 'Whether the server is up, and its version',
  answer: { status: 200, json: z.object({ ok: z.literal(true), version: z.string() }) },
  errors: [],
} as const satisfies Endpoint

export const readContract = {
  id: 'readContract',
  tag: 'installation',
  needs: 'member',
  summary: 'This document: every address of the server as OpenAPI 3.1',
  answer: {
    status: 200,
    json: z.looseObject({
      openapi: z.string(),
      info: z.looseObject({}),
      paths: z.record(z.string(), z.looseObject({})),
    }),
  },
  errors: [],
} as const satisfies Endpoint
