'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type PartsAtHand, partAtHand, WithParts } from '../../_content/late-part.ts'
import { MARKDOWN } from '../../_content/markdown.tsx'
import { MARKDOWN_RENDERER } from '../../_content/markdown-renderer.ts'
import { LateTextsIn } from '../../_texts/texts-in.tsx'
import { preloadFace } from '../../_ui/preload-face.ts'
import { LiveSession } from '../live/live-session.ts'
import { fromSnapshot } from '../live/reduce-frame.ts'
import { EMPTY_SESSION } from '../live/session-state.ts'
import { LiveSessionProvider } from '../live/use-live-session.ts'
import { wordsOf } from '../transcript/said-again.ts'
import { TurnList } from '../transcript/turn-list.tsx'
import { wholePath } from '../transcript/turn-rows.ts'
import { LAST_SCREEN_FRAME } from './last-screen-frame.ts'
import type { LastScreenProps } from './last-screen-props.ts'

/** As the transcript begins: formulas, for instance, are drawn behind it. */
const PARTS: PartsAtHand = new Map([[MARKDOWN, partAtHand(MARKDOWN_RENDERER)]] as [never, never][])

/** What is likely to be set in a face of its own, whose coming would break its lines anew. */
const [CODE, EMPHASIS] = [/`/, /(?<![*_\w])[*_](?![*_\s])/]

/** Whoever goes to a message of the chat would see its end first: the server is not told what an address has behind its `#`. */
const LEAVES_TO_A_MESSAGE = 'if (/^#m-/.test(location.hash)) document.currentScript.parentElement.replaceChildren()'

/**
 * On the server alone. It begins at its end without a script: scrolled there, to the pixel where the transcript will be, or
 * where a browser does not know of that, by lying from its end on, which is off by a part of one.
 */
export function LastScreenView({ snapshot, models, language, nonce }: LastScreenProps) {
  const state = fromSnapshot(EMPTY_SESSION, snapshot)
  const live = new LiveSession({
    id: snapshot.session.id,
    first: state,
    open: () => {
      throw new Error('it only shows')
    },
    place: async () => null,
    isMissing: async () => false,
    recall: async () => null,
    schedule: () => undefined,
  })
  const client = new QueryClient()
  client.setQueryData(['models'], { models })
  const path = wholePath([], state.tree.path, null)
  const answers = snapshot.messages.filter(({ role }) => role === 'assistant')
  const words = answers.map(({ content }) => wordsOf(content)).join('\n')
  if (CODE.test(words)) preloadFace('code')
  if (EMPHASIS.test(words)) preloadFace('emphasis')
  return (
    <QueryClientProvider client={client}>
      <LateTextsIn language={language}>
        <WithParts value={PARTS}>
          <LiveSessionProvider value={live}>
            <div {...LAST_SCREEN_FRAME}>
              <div className="absolute inset-0 flex flex-col-reverse overflow-y-auto supports-[scroll-initial-target:nearest]:block print:hidden [&_time]:invisible">
                <div className="flex-1" />
                <div className="column relative w-full shrink-0 pt-7 pb-10">
                  <TurnList
                    path={path}
                    known={state.tree.known}
                    span={{ start: 0, end: path.rows.length }}
                    hasty={false}
                    whole={false}
                    heightOf={() => 0}
                    ends
                    firstSeen={path.rowOf}
                  />
                </div>
                <div className="[scroll-initial-target:nearest]" />
              </div>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it is always the same */}
              <script nonce={nonce} dangerouslySetInnerHTML={{ __html: LEAVES_TO_A_MESSAGE }} />
            </div>
          </LiveSessionProvider>
        </WithParts>
      </LateTextsIn>
    </QueryClientProvider>
  )
}
