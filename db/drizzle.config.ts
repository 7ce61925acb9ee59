import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'turso',
  schema: [
    './db/schema.ts',
    './db/deleted-schema.ts',
    './db/usage-schema.ts',
    './db/people-schema.ts',
    './db/budget-schema.ts',
    './db/routing-schema.ts',
    './db/share-schema.ts',
    './db/import-schema.ts',
    './db/stand-in-schema.ts',
    './db/wire-answer-schema.ts',
  ],
  out: './db/migrations',
})
