import { customType } from 'drizzle-orm/sqlite-core'
import { formatTimestamp, parseTimestamp } from '#lib/canonical/timestamp.ts'

/** ISO 8601 outside, integer microseconds in the database (canonical-message-format §9.1). */
export const timestamp = customType<{ data: string; driverData: number }>({
  dataType: () => 'integer',
  toDriver: parseTimestamp,
  fromDriver: formatTimestamp,
})

/** JSON escapes what a text column cannot hold, so any JSON value comes back equal. */
export const json = customType<{ data: unknown; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (text) => JSON.parse(text),
})

/**
 * Text that people or providers wrote. SQLite text is UTF-8 and ends early at a NUL in some drivers: half a surrogate pair
 * or a NUL would come back as something else from one server and be refused by another, so both become U+FFFD here.
 */
export const freeText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: (text) => text.toWellFormed().replaceAll('\0', '\uFFFD'),
})

/** Whole 10^-12 dollars: more than a JavaScript number holds from 9,007 dollars on. */
export const picoDollars = customType<{ data: bigint; driverData: bigint | number }>({
  dataType: () => 'integer',
  fromDriver: BigInt,
})
