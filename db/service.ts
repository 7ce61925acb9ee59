import type { Logger } from '#lib/log.ts'
import type { SharedClient } from './client.ts'

/** What a part of the store is opened with: a connection that all parts share, and where its database is. */
export interface ServiceOptions {
  client: SharedClient
  url: string
  /** Told of damaged rows. */
  log?: Logger
}
