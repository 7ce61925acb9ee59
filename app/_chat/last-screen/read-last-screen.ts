import 'server-only'
import { cookies, headers } from 'next/headers'
import { Model } from '#lib/api/model.ts'
import { buildSnapshot } from '#lib/live/session-stream.ts'
import { pagePrincipal } from '../../_frame/read-viewer.ts'
import { listedModel } from '../../_http/listed-model.ts'
import { readerLanguage } from '../../_texts/reader-language.ts'
import { server } from '../../server.ts'
import { COMPARISON } from '../compare/parameter.ts'
import { READING_COOKIE } from '../transcript/place-of-reader.ts'
import type { LastScreenProps } from './last-screen-props.ts'
import { lastTurns } from './last-turns.ts'

/** More turns do not fit a screen. */
const MOST_MESSAGES = 8

/**
 * What a tab that begins with a chat shows before any script has run: the end of it. `null` where that would not be what is
 * shown then: while a turn runs, and on the way from one page to another, which has its scripts already.
 */
export async function readLastScreen(
  id: string,
  search: Readonly<Record<string, unknown>>,
): Promise<LastScreenProps | null> {
  const [said, jar] = await Promise.all([headers(), cookies()])
  if (said.get('sec-fetch-dest') !== 'document' || COMPARISON in search || jar.get(READING_COOKIE)?.value === id)
    return null
  const [{ store, live, models }, principal] = await Promise.all([server(), pagePrincipal()])
  if (!principal || !(await store.sessionOf(principal, id))) return null
  const state = live.read(id)
  if (state.turn || state.beside.length > 0) return null
  const seam = { ...state, later: () => new Set<string>() }
  // What cannot be read the chat itself says, and the log of its stream why.
  const snapshot = await buildSnapshot(store, id, seam, MOST_MESSAGES).catch(() => null)
  if (!snapshot) return null
  const messages = lastTurns(snapshot.messages)
  if (messages.length === 0) return null
  const named = new Set([snapshot.session.active_model, ...messages.map(({ metadata }) => metadata.model)])
  return {
    snapshot: { ...snapshot, messages },
    models: Model.array().parse(
      models
        .list()
        .filter(({ id }) => named.has(id))
        .map((model) => listedModel(model, models.availability)),
    ),
    language: await readerLanguage(),
  }
}
