import { createHash, timingSafeEqual } from 'node:crypto'
import type { Principal } from '#lib/principal.ts'

/** What reads the metrics by a token: it sees figures, and has nothing. */
export const MONITOR: Principal = { id: '', role: 'admin', teams: [] }

/** Whether a request has the token of `METIS_METRICS_TOKEN`. The time says nothing of how much of it is right. */
export function isMonitor(headers: Headers, token: string | null): boolean {
  const [, said] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  return token !== null && said !== undefined && timingSafeEqual(digest(said), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
