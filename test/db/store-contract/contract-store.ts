import type { Message } from '#lib/canonical/message.ts'
import type { Session } from '#lib/canonical/session.ts'
import type { Store } from '#lib/store/store.ts'
import { chain, messageOf, session } from '../../support/session-builder.ts'

/** The store under test, and what most tests of it begin with. */
export interface ContractStore {
  opened: () => Store
  created: (fields?: Parameters<typeof session>[0]) => Promise<Session>
  /** A session whose path is `count` messages long. */
  withPath: (count: number) => Promise<{ owner: Session; messages: Message[] }>
}

export function contractStore(opened: () => Store): ContractStore {
  const created: ContractStore['created'] = async (fields = {}) => {
    const it = session(fields)
    await opened().createSession(it, [])
    return it
  }
  return {
    opened,
    created,
    async withPath(count) {
      const owner = await created()
      const messages = Array.from({ length: count }, (_, n) =>
        messageOf(owner, { content: [{ type: 'text', text: `${n}` }] }),
      )
      const head_id = messages.at(-1)?.id ?? null
      await opened().commit({ session_id: owner.id, messages: chain(messages), patch: { head_id } })
      return { owner, messages }
    },
  }
}
