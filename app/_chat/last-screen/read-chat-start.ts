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

interface ChatStart {
  /** `null`: it has no name yet; `undefined`: it is not there for this reader, or the stream of a page with scripts will say it. */
  title: string | null | undefined
  /** `null` where that is not what will be shown: while a turn runs, or by somebody who reads elsewhere. */
  lastScreen: LastScreenProps | null
}

const UNTOLD: ChatStart = { title: undefined, lastScreen: null }

/**
 * What a tab that begins with a chat shows before any script has run: its name, and the end of it. Nothing on the way from one
 * page to another, which has its scripts already.
 */
export async function readChatStart(id: string, search: Readonly<Record<string, unknown>>): Promise<ChatStart> {
  if ((await headers()).get('sec-fetch-dest') !== 'document') return UNTOLD
  const [{ store }, principal] = await Promise.all([server(), pagePrincipal()])
  const session = principal && (await store.sessionOf(principal, id).catch(() => null))
  if (!session) return UNTOLD
  const isElsewhere = COMPARISON in search || (await cookies()).get(READING_COOKIE)?.value === id
  return { title: session.title, lastScreen: isElsewhere ? null : await readLastScreen(id) }
}

/** Of a chat that its reader may see. */
async function readLastScreen(id: string): Promise<LastScreenProps | null> {
  const { store, live, models } = await server()
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
    nonce: (await headers()).get('x-nonce') ?? '',
  }
}
