import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

/** The last is of this server alone: it asks the adapters that it has. */
export const EXPORT_FORMATS = ['ndjson', 'markdown', 'html', 'wire'] as const

const format = z.enum(EXPORT_FORMATS, `one of ${EXPORT_FORMATS.join(', ')}`).default('ndjson')

/** Of a wire format, as `wires` of the models names it. */
const type = z.string().min(1).max(60).optional()

/** By which a client asks about the export that it reads: its own text. */
const ExportName = z.string().regex(/^[\w-]{8,100}$/, '8 to 100 letters, digits, - and _')

const FILES = ['application/zip', 'text/markdown', 'text/html', 'application/json'] as const

export const exportSession = {
  id: 'exportSession',
  tag: 'chat',
  needs: 'member',
  summary: 'A chat as a file',
  description:
    '`ndjson` is all of it, lossless, in a zip with its uploads. `markdown` and `html` are what is shown of it, for people: Markdown in a zip with its pictures and documents where it has any, HTML always one page that loads nothing. `wire` is the body of the request that would be sent now to a model of that `type`, or to the chat’s own, by the same serialiser. What is being written is in it as far as it is stored.',
  query: z.object({ format, type }),
  answer: { status: 200, file: FILES },
  errors: ['invalid_request', 'not_found'],
} as const satisfies Endpoint

export const exportAll = {
  id: 'exportAll',
  tag: 'chat',
  needs: 'member',
  summary: 'All that one owns as one file',
  description:
    'Every chat but temporary ones, in `ndjson` with presets and settings; nothing of keys. It is made while it is read, and ends where nobody reads on. Under `name` its progress can be asked for.',
  query: z.object({ format, type, name: ExportName.optional() }),
  answer: { status: 200, file: ['application/zip'] },
  errors: ['invalid_request'],
} as const satisfies Endpoint

export const readExport = {
  id: 'readExport',
  tag: 'chat',
  needs: 'member',
  summary: 'How far an export of one’s own is',
  answer: {
    status: 200,
    json: z.object({
      /** `waiting`: nothing was begun under this name yet. `stopped`: by a person, or because nobody read on. */
      state: z.enum(['waiting', 'running', 'done', 'stopped', 'failed']),
      /** Written, and in all. */
      chats: z.number().int().nonnegative(),
      of: z.number().int().nonnegative(),
      /** Sent so far. */
      bytes: z.number().int().nonnegative(),
    }),
  },
  errors: [],
} as const satisfies Endpoint

export const stopExport = {
  id: 'stopExport',
  tag: 'chat',
  needs: 'member',
  summary: 'Stops an export of one’s own: whoever reads it sees that it broke off',
  answer: { status: 204 },
  errors: ['not_found'],
} as const satisfies Endpoint
