import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { parseTimestamp } from '#lib/canonical/timestamp.ts'
import type { AccountStore } from '#lib/store/account-store.ts'
import { addToAudit } from './audit-log.ts'
import { type Database, runAll } from './database.ts'
import { invitations } from './people-schema.ts'

type Queries = Pick<AccountStore, 'addInvitation' | 'invitation' | 'invitations' | 'withdrawInvitation'>

/** Links that work once. They are kept when they are used up: who came by which is known. */
export function invitationQueries(database: Database): Queries {
  const select = (which: SQL | undefined) => database.select(INVITATION).from(invitations).where(which)
  return {
    async addInvitation(invitation, token_hash, audit) {
      const added = database.insert(invitations).values({ ...invitation, token_hash })
      await runAll(database, [added, addToAudit(database, audit)])
    },
    async invitation(tokenHash, at) {
      return (await select(and(eq(invitations.token_hash, tokenHash), isUsable(at))).get()) ?? null
    },
    async invitations(at) {
      return await select(isUsable(at)).orderBy(desc(invitations.created_at))
    },
    async withdrawInvitation(id, audit) {
      const open = await select(and(eq(invitations.id, id), isUsable(audit.at))).get()
      if (!open) return false
      const withdrawn = withdrawLinks(database, eq(invitations.id, id), audit.at)
      await runAll(database, [withdrawn, addToAudit(database, audit)])
      return true
    },
  }
}

/** Without its hash the database refuses the row, and with it all that is written at once: the link cannot be used any more. */
export function spendLink(database: Database, which: SQL, at: string) {
  const open = sql`used_at IS NULL AND withdrawn_at IS NULL AND expires_at > ${parseTimestamp(at)}`
  return database
    .update(invitations)
    .set({ used_at: at, token_hash: sql`CASE WHEN ${open} THEN token_hash END` })
    .where(which)
}

export function withdrawLinks(database: Database, which: SQL, at: string) {
  return database
    .update(invitations)
    .set({ withdrawn_at: at })
    .where(and(which, isUsable(at)))
}

function isUsable(at: string): SQL | undefined {
  return and(isNull(invitations.used_at), isNull(invitations.withdrawn_at), gt(invitations.expires_at, at))
}

const INVITATION = {
  id: invitations.id,
  user_id: invitations.user_id,
  role: invitations.role,
  email: invitations.email,
  team_id: invitations.team_id,
  created_by: invitations.created_by,
  created_at: invitations.created_at,
  expires_at: invitations.expires_at,
}
