import { sql } from 'drizzle-orm'
import type { SQLiteTableExtraConfigValue } from 'drizzle-orm/sqlite-core'
import { index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { freeText, json, timestamp } from './column.ts'
import { attachments } from './schema.ts'

// Who may use an installation that others can reach. What people own refers to them by id alone, and stays when they go.

/** A person that was removed keeps their row: calls, prices and the audit log still say who it was. */
export const users = sqliteTable(
  'users',
  {
    /** Of the first owner `local`: what was theirs before there were accounts is theirs. */
    id: text('id').primaryKey(),
    email: freeText('email').notNull(),
    /** The address as it is compared. */
    email_key: freeText('email_key').notNull(),
    name: freeText('name').notNull(),
    role: text('role', { enum: ['member', 'admin', 'owner'] }).notNull(),
    created_at: timestamp('created_at').notNull(),
    removed_at: timestamp('removed_at'),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    uniqueIndex('idx_users_email').on(table.email_key).where(sql`removed_at IS NULL`),
  ],
)

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id)

/** What people prove who they are with. */
export const credentials = sqliteTable(
  'credentials',
  {
    id: text('id').primaryKey(),
    user_id: userId(),
    kind: text('kind', { enum: ['password', 'passkey', 'oidc'] }).notNull(),
    /** Which of its kind it is: the id of a passkey, the issuer and subject of an OIDC account; of a password, its person. */
    identifier: text('identifier').notNull(),
    /** A password as its hash (`lib/people/passwords.ts`), a passkey as its public key and counter; NULL for an OIDC account. */
    secret_json: json('secret_json'),
    /** What its person tells it by from others of its kind; NULL for a password. */
    label: freeText('label'),
    created_at: timestamp('created_at').notNull(),
    used_at: timestamp('used_at'),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    uniqueIndex('idx_credentials_identifier').on(table.kind, table.identifier),
    index('idx_credentials_user').on(table.user_id),
  ],
)

/** What a browser is to prove soon, and once: that it has a passkey, or that an identity provider knows who uses it. */
export const challenges = sqliteTable(
  'challenges',
  {
    /** Hex SHA-256 of what has to come back. */
    challenge_hash: text('challenge_hash').primaryKey(),
    /** Hex SHA-256 of what the cookie of that browser holds. */
    browser_hash: text('browser_hash').notNull(),
    purpose: text('purpose', { enum: ['passkey_sign_in', 'passkey_add', 'oidc_sign_in', 'oidc_link'] }).notNull(),
    /** Who is to have what is added; NULL where somebody signs in. */
    user_id: text('user_id').references(() => users.id),
    /** The page that somebody came from who is led elsewhere; NULL where they stay on it. */
    next_page: freeText('next_page'),
    expires_at: timestamp('expires_at').notNull(),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    index('idx_challenges_user').on(table.user_id),
    index('idx_challenges_expires').on(table.expires_at),
  ],
)

/** Browsers that are signed in. */
export const authSessions = sqliteTable(
  'auth_sessions',
  {
    id: text('id').primaryKey(),
    /** Hex SHA-256 of what the cookie holds: a copy of the database signs nobody in. */
    token_hash: text('token_hash').notNull(),
    user_id: userId(),
    created_at: timestamp('created_at').notNull(),
    seen_at: timestamp('seen_at').notNull(),
    expires_at: timestamp('expires_at').notNull(),
    /** As the browser named itself, and where it was seen last. */
    user_agent: freeText('user_agent').notNull(),
    address: freeText('address').notNull(),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    uniqueIndex('idx_auth_sessions_token').on(table.token_hash),
    index('idx_auth_sessions_user').on(table.user_id),
    index('idx_auth_sessions_expires').on(table.expires_at),
  ],
)

export const teams = sqliteTable(
  'teams',
  {
    id: text('id').primaryKey(),
    name: freeText('name').notNull(),
    /** The name as it is compared. */
    name_key: freeText('name_key').notNull(),
    created_at: timestamp('created_at').notNull(),
  },
  (table): SQLiteTableExtraConfigValue[] => [uniqueIndex('idx_teams_name').on(table.name_key)],
)

export const teamMembers = sqliteTable(
  'team_members',
  {
    team_id: text('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    user_id: userId(),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    primaryKey({ columns: [table.team_id, table.user_id] }),
    index('idx_team_members_user').on(table.user_id),
  ],
)

/** Links that work once: for somebody who is to become a person here, or for one who needs a new password. */
export const invitations = sqliteTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    /** Hex SHA-256 of what the link holds. */
    token_hash: text('token_hash').notNull(),
    /** Whose password it sets; NULL makes a new person. */
    user_id: text('user_id').references(() => users.id),
    role: text('role', { enum: ['member', 'admin', 'owner'] }).notNull(),
    /** For whom it was made; NULL leaves it to whoever opens it. */
    email: freeText('email'),
    team_id: text('team_id').references(() => teams.id, { onDelete: 'set null' }),
    /** NULL: by a command on the machine itself. */
    created_by: text('created_by'),
    created_at: timestamp('created_at').notNull(),
    expires_at: timestamp('expires_at').notNull(),
    used_at: timestamp('used_at'),
    withdrawn_at: timestamp('withdrawn_at'),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    uniqueIndex('idx_invitations_token').on(table.token_hash),
    index('idx_invitations_user').on(table.user_id),
    index('idx_invitations_team').on(table.team_id),
  ],
)

/** What was done to people and by admins. A row never changes and never goes: the database itself refuses it (triggers). */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: text('id').primaryKey(),
    at: timestamp('at').notNull(),
    /** NULL: a command on the machine itself, or somebody who is not signed in. */
    actor_id: text('actor_id'),
    action: text('action').notNull(),
    /** What it was done to. */
    subject_id: freeText('subject_id'),
    detail_json: json('detail_json').notNull(),
    address: freeText('address'),
  },
  (table): SQLiteTableExtraConfigValue[] => [index('idx_audit_log_at').on(table.at, table.id)],
)

/** Who has uploaded these bytes. They are kept once, and each may have them who did. */
export const attachmentOwners = sqliteTable(
  'attachment_owners',
  {
    hash: text('hash')
      .notNull()
      .references(() => attachments.hash, { onDelete: 'cascade' }),
    owner_id: text('owner_id').notNull(),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    primaryKey({ columns: [table.owner_id, table.hash] }),
    index('idx_attachment_owners_hash').on(table.hash),
  ],
)
