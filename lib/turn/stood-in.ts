import type { ProjectionRecord } from '../canonical/projection.ts'

/** What goes in another form, or not at all, because somebody decided so. */
export type StoodIn = Pick<ProjectionRecord, 'message_id' | 'block_type' | 'action' | 'reason'>
