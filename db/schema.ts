import { sql } from 'drizzle-orm'
import type { SQLiteTableExtraConfigValue } from 'drizzle-orm/sqlite-core'
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { freeText, json, picoDollars, timestamp } from './column.ts'

// canonical-message-format §9.1, its names and types, plus additive columns. Whatever belongs to a session refers to
// (session_id, id), so that no row can hang on a message of another session, and goes with its session. What a part of a
// session can be deleted of has its columns by themselves: `deleted-schema.ts` has the same.

/** A session that is there. Written as the index has it, or SQLite would not use that. */
export const IS_THERE = sql.raw("(typeof(deleted_at) <> 'integer')")
export const IS_LISTED = sql.raw("(typeof(deleted_at) <> 'integer' AND temporary IS NOT 1)")
export const IS_ARCHIVED = sql.raw('(archived IS 1)')
export const IS_PINNED = sql.raw('(pinned IS 1)')

export const sessionId = () =>
  text('session_id')
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' })

export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    /** A folder under the data directory, relative to it. */
    workspace_path: text('workspace_path').notNull(),
    active_model: freeText('active_model'),
    routing_policy_json: text('routing_policy_json'),
    schema_version: integer('schema_version').notNull(),
    created_at: timestamp('created_at').notNull(),
    updated_at: timestamp('updated_at').notNull(),
    title: freeText('title'),
    /** Who may see it. */
    owner_id: text('owner_id').notNull().default('local'),
    /** NULL: no change is pending. The JSON text `null`: the model is to be cleared. */
    pending_model_json: text('pending_model_json'),
    system_prompt: freeText('system_prompt'),
    /** What a person asks of whichever model answers; NULL is nothing. */
    settings_json: text('settings_json'),
    state: text('state', { enum: ['idle', 'running'] }).notNull(),
    /** The sum over its calls, made by the database: of what is priced, `0` where nothing is. */
    cost_usd: text('cost_usd').notNull(),
    unpriced_calls: integer('unpriced_calls').notNull().default(0),
    /** The leaf of the active path. */
    head_id: text('head_id'),
    /** Who gave the title, and what that took. */
    title_origin_json: text('title_origin_json'),
    /** Where it comes from; NULL where it began here. */
    origin_json: text('origin_json'),
    pinned: integer('pinned').notNull().default(0),
    archived: integer('archived').notNull().default(0),
    folder: freeText('folder'),
    tags_json: text('tags_json'),
    temporary: integer('temporary').notNull().default(0),
    /** Since when it is deleted: until it is removed, it can be restored. */
    deleted_at: timestamp('deleted_at'),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    foreignKey({ columns: [table.id, table.head_id], foreignColumns: [messages.session_id, messages.id] }),
    // In the order of the list. By expressions, so that a damaged value cannot take a session out of it.
    index('idx_sessions_list').on(table.owner_id, IS_LISTED, IS_ARCHIVED, IS_PINNED, table.updated_at, table.id),
    index('idx_sessions_deleted').on(table.deleted_at).where(sql`deleted_at IS NOT NULL`),
    index('idx_sessions_temporary').on(table.id).where(sql`temporary = 1`),
    index('idx_sessions_running').on(table.id).where(sql`state = 'running'`),
  ],
)

export const messageColumns = () => ({
  id: text('id').primaryKey(),
  session_id: sessionId(),
  role: text('role').notNull(),
  content_json: json('content_json').notNull(),
  metadata_json: json('metadata_json').notNull(),
  created_at: timestamp('created_at').notNull(),
  schema_version: integer('schema_version').notNull(),
  parent_id: text('parent_id'),
  /** Copies out of the metadata, to search by. */
  status: text('status').notNull(),
  turn_id: freeText('turn_id'),
  /** Fields of the message itself that this version does not know; NULL when there are none. */
  extra_json: json('extra_json'),
})

export const messages = sqliteTable('messages', messageColumns(), (table): SQLiteTableExtraConfigValue[] => [
  // No cascade along parents: SQLite gives up at 1,000 levels, and the session's cascade takes them all.
  foreignKey({ columns: [table.session_id, table.parent_id], foreignColumns: [table.session_id, table.id] }),
  uniqueIndex('idx_messages_session_id').on(table.session_id, table.id),
  index('idx_messages_session_parent').on(table.session_id, table.parent_id),
  index('idx_messages_session_created').on(table.session_id, table.created_at),
  index('idx_messages_partial').on(table.session_id).where(sql`status = 'partial'`),
  // Ids grow along a path, so a path cannot bite its tail.
  check('messages_after_parent', sql`parent_id < id`),
])

export const turnColumns = () => ({
  id: text('id').primaryKey(),
  session_id: sessionId(),
  state: text('state', { enum: ['running', 'waiting', 'completed', 'failed', 'cancelled'] }).notNull(),
  /** The USER message that it answers. */
  question_id: text('question_id').notNull(),
  /** Above 0 it answers the same beside the turn on the active path. */
  lane: integer('lane').notNull().default(0),
  model: freeText('model').notNull(),
  /** Why this model: what its answers carry. */
  routing_json: json('routing_json').notNull(),
  /** As it was when the turn started: the session's may change while it runs. */
  system_prompt: freeText('system_prompt'),
  /** The same holds for these. */
  settings_json: text('settings_json'),
  started_by: text('started_by').notNull().default('local'),
  /** The process that runs it, and until when by the clock of the database; both NULL: nobody does. */
  lease_owner: text('lease_owner'),
  lease_until: integer('lease_until'),
  started_at: timestamp('started_at').notNull(),
  ended_at: timestamp('ended_at'),
})

/** One row for each question, with what its answer needs to be gone on with by another process. */
export const turns = sqliteTable('turns', turnColumns(), (table): SQLiteTableExtraConfigValue[] => [
  index('idx_turns_session').on(table.session_id, table.id),
  // Whatever goes wrong elsewhere: never two of one session at once, but for those that began together.
  uniqueIndex('idx_turns_open').on(table.session_id, table.lane).where(sql`state IN ('running', 'waiting')`),
])

/** As the condition of its index has it, or the index is not used. */
export const IS_COUNTED_ANSWER = sql.raw("message_id IS NOT NULL AND usage_source <> 'none'")

/**
 * One row for each attempt to call a model, from its beginning on. It outlives the session: what was spent stays spent. So
 * nothing refers to another table, and nothing that a person wrote is in it.
 */
export const llmCalls = sqliteTable(
  'llm_calls',
  {
    id: text('id').primaryKey(),
    session_id: text('session_id'),
    turn_id: text('turn_id'),
    /** The answer that it was to be. */
    message_id: text('message_id'),
    request_id: text('request_id').notNull(),
    attempt: integer('attempt').notNull(),
    started_by: text('started_by').notNull().default('local'),
    started_at: timestamp('started_at').notNull(),
    model_asked: freeText('model_asked').notNull(),
    /** NULL where nobody answered. */
    model_served: freeText('model_served'),
    provider: freeText('provider').notNull(),
    /** The team that whoever began it asked for, where there was one. */
    team_id: text('team_id'),
    routing_mode: text('routing_mode'),
    outcome: text('outcome', { enum: ['running', 'completed', 'cancelled', 'failed', 'interrupted'] }).notNull(),
    input_tokens: integer('input_tokens').notNull().default(0),
    output_tokens: integer('output_tokens').notNull().default(0),
    cached_input_tokens: integer('cached_input_tokens').notNull().default(0),
    cache_creation_input_tokens: integer('cache_creation_input_tokens').notNull().default(0),
    /** Part of `cache_creation_input_tokens`. */
    cache_creation_1h_input_tokens: integer('cache_creation_1h_input_tokens'),
    /** Part of `output_tokens`. */
    reasoning_tokens: integer('reasoning_tokens'),
    /** Where it was not the ordinary one. */
    service_tier: freeText('service_tier'),
    /** How often the provider ran which of its own tools. */
    tool_uses_json: json('tool_uses_json'),
    usage_source: text('usage_source', { enum: ['reported', 'estimated', 'none'] }).notNull(),
    /** Names of the tools that its answer called; NULL for none. */
    tools_json: json('tools_json'),
    /** NULL is unpriced where the usage is known, and nothing where it is not. */
    cost_usd: text('cost_usd'),
    pricing_version: text('pricing_version'),
    /** The same cost in 10^-12 dollars, for exact sums. */
    cost_picousd: picoDollars('cost_picousd'),
    /** How much is known of it; NULL while it runs, where nothing can be due, and where an older version wrote the row. */
    cost_state: text('cost_state'),
    /** What the same tokens would have cost more without a cache, in 10^-12 dollars; NULL where that is not known. */
    cache_saved_picousd: picoDollars('cache_saved_picousd'),
    /** What writing to a cache cost above ordinary input, in 10^-12 dollars; NULL where that is not known. */
    cache_write_premium_picousd: picoDollars('cache_write_premium_picousd'),
    /** What the provider itself says that it billed. */
    billed_usd: text('billed_usd'),
    /** Whether the host was a server of the user's own. */
    by_own_server: integer('by_own_server'),
    latency_ms: integer('latency_ms'),
    time_to_first_token_ms: integer('time_to_first_token_ms'),
    stop_reason: text('stop_reason'),
    error_class: text('error_class'),
    provider_status: integer('provider_status'),
    /** Hashes and sizes of what went over the wire, and some headers of its answer. */
    exchange_json: json('exchange_json'),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    index('idx_llm_calls_started').on(table.started_at),
    index('idx_llm_calls_model').on(table.model_asked, table.started_at),
    // With what a session's sum is made of: it is made in every commit of a call.
    index('idx_llm_calls_session').on(table.session_id, table.usage_source, table.cost_picousd, table.cost_state),
    index('idx_llm_calls_turn').on(table.turn_id),
    // What the cache of a provider has of a chat: by the call before.
    index('idx_llm_calls_counted').on(table.session_id, table.model_asked, table.started_at).where(IS_COUNTED_ANSWER),
    index('idx_llm_calls_cache_reads').on(table.session_id, table.started_at).where(sql`cached_input_tokens > 0`),
    index('idx_llm_calls_billed').on(table.started_at).where(sql`billed_usd IS NOT NULL`),
    index('idx_llm_calls_running').on(table.turn_id).where(sql`outcome = 'running'`),
  ],
)

export const toolCallColumns = () => ({
  id: text('id').primaryKey(),
  session_id: sessionId(),
  message_id: text('message_id').notNull(),
  result_message_id: text('result_message_id'),
  name: freeText('name').notNull(),
  status: text('status', { enum: ['pending', 'succeeded', 'failed', 'cancelled'] }).notNull(),
  provider_id: freeText('provider_id'),
  provider: freeText('provider'),
  created_at: timestamp('created_at').notNull(),
  completed_at: timestamp('completed_at'),
})

/** One row for each call of a tool; `provider_id` and `provider` are the tool id map. */
export const toolCalls = sqliteTable('tool_calls', toolCallColumns(), (table): SQLiteTableExtraConfigValue[] => [
  foreignKey({ columns: [table.session_id, table.message_id], foreignColumns: [messages.session_id, messages.id] }),
  foreignKey({
    columns: [table.session_id, table.result_message_id],
    foreignColumns: [messages.session_id, messages.id],
  }),
  index('idx_tool_calls_session_status').on(table.session_id, table.status),
  index('idx_tool_calls_session_message').on(table.session_id, table.message_id),
  index('idx_tool_calls_session_result').on(table.session_id, table.result_message_id),
])

export const eventColumns = () => ({
  id: text('id').primaryKey(),
  timestamp: timestamp('timestamp').notNull(),
  session_id: sessionId(),
  turn_id: text('turn_id'),
  parent_event_id: text('parent_event_id'),
  type: text('type').notNull(),
  actor: text('actor').notNull(),
  payload_json: json('payload_json').notNull(),
  sensitivity: text('sensitivity').notNull(),
})

/** Persisted events (design §9). */
export const events = sqliteTable('events', eventColumns(), (table): SQLiteTableExtraConfigValue[] => [
  index('idx_events_session').on(table.session_id, table.id),
  index('idx_events_turn').on(table.session_id, table.turn_id, table.id),
])

/** What requests left behind, changed or mended for their target (design §3.16), in the order of writing. */
export const projections = sqliteTable(
  'projections',
  {
    id: integer('id').primaryKey(),
    session_id: sessionId(),
    request_id: text('request_id').notNull(),
    message_id: text('message_id').notNull(),
    block_type: freeText('block_type').notNull(),
    adapter: freeText('adapter').notNull(),
    action: text('action', { enum: ['dropped', 'converted', 'repaired', 'noticed'] }).notNull(),
    reason: freeText('reason').notNull(),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    index('idx_projections_session').on(table.session_id, table.id),
    // Those of one answer: each request of a long chat says again what it leaves out of all that was said before.
    index('idx_projections_request').on(table.session_id, table.request_id, table.id),
    index('idx_projections_message').on(table.session_id, table.message_id, table.id),
  ],
)

/**
 * One row for each message that can be found, and one for the title of each session. Its number is the rowid of the index
 * (`search_index`, a virtual table that the migration makes), which holds no text: that stands in the message alone. Not the
 * message's own rowid: a copy made by `VACUUM` may give that to another.
 */
export const searchEntries = sqliteTable(
  'search_entries',
  {
    id: integer('id').primaryKey(),
    session_id: sessionId(),
    /** NULL: the title. */
    message_id: text('message_id'),
    created_at: timestamp('created_at').notNull(),
    /** Its words are not in the index yet. */
    is_pending: integer('is_pending').notNull(),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    foreignKey({
      columns: [table.session_id, table.message_id],
      foreignColumns: [messages.session_id, messages.id],
    }).onDelete('cascade'),
    uniqueIndex('idx_search_entries_message').on(table.session_id, table.message_id),
    uniqueIndex('idx_search_entries_title').on(table.session_id).where(sql`message_id IS NULL`),
    index('idx_search_entries_created').on(table.created_at, table.id),
    index('idx_search_entries_pending').on(table.id).where(sql`is_pending = 1`),
  ],
)

/** Uploads, by content: shared between sessions, so no session takes them along. */
export const attachments = sqliteTable('attachments', {
  /** Hex SHA-256 of the bytes. */
  hash: text('hash').primaryKey(),
  media_type: freeText('media_type').notNull(),
  byte_size: integer('byte_size').notNull(),
  width: integer('width'),
  height: integer('height'),
  created_at: timestamp('created_at').notNull(),
})

/** Price tables. A row never changes and never goes: the database itself refuses it (triggers of the migration). */
export const priceVersions = sqliteTable(
  'price_versions',
  {
    pricing_version: text('pricing_version').primaryKey(),
    effective_from: timestamp('effective_from').notNull(),
    origin: text('origin', { enum: ['shipped', 'published'] }).notNull(),
    author: freeText('author'),
    note: freeText('note').notNull(),
    created_at: timestamp('created_at').notNull(),
    /** How many have a row in it. */
    models: integer('models').notNull(),
    table_json: json('table_json').notNull(),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    // Each holds until the next one begins: two that begin at once would overlap.
    uniqueIndex('idx_price_versions_effective').on(table.effective_from).where(sql`origin = 'published'`),
  ],
)

/** What a person wants of the whole product, wherever they sit. */
export const personSettings = sqliteTable('person_settings', {
  owner_id: text('owner_id').primaryKey(),
  settings_json: json('settings_json').notNull(),
})

/** What chats may begin with. They have copies of it, so none refers to it. */
export const presets = sqliteTable(
  'presets',
  {
    id: text('id').primaryKey(),
    owner_id: text('owner_id').notNull(),
    name: freeText('name').notNull(),
    /** The name as it is compared. */
    name_key: freeText('name_key').notNull(),
    model: freeText('model'),
    system_prompt: freeText('system_prompt'),
    /** As of a session; NULL is nothing. */
    settings_json: text('settings_json'),
  },
  (table): SQLiteTableExtraConfigValue[] => [uniqueIndex('idx_presets_name').on(table.owner_id, table.name_key)],
)

/** Requests that were carried out, each with its answer: a resend after a lost answer gets that and does nothing. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    answer_json: json('answer_json').notNull(),
    created_at: timestamp('created_at').notNull(),
  },
  // No reference to the session: who sends again what made it must not make it anew after it was deleted.
  (table): SQLiteTableExtraConfigValue[] => [
    primaryKey({ columns: [table.scope, table.key] }),
    index('idx_idempotency_keys_created').on(table.created_at),
  ],
)

/**
 * Providers that were set up in the browser. A key is sealed under a secret that is not in the database, and bound to its
 * provider and address.
 */
export const keys = sqliteTable('keys', {
  /** Before the colon of its model ids. */
  provider: text('provider').primaryKey(),
  /** A name of one's own, for a server that no record knows. */
  label: freeText('label'),
  /** NULL: where the provider is. */
  base_url: freeText('base_url'),
  protocol: text('protocol'),
  /** Models by name, for a server that cannot list them. */
  models_json: json('models_json'),
  /** Base64; NULL for a server that asks for no key. */
  ciphertext: text('ciphertext'),
  nonce: text('nonce'),
  /** How it was sealed. */
  key_version: integer('key_version'),
  /** Its last four characters, for people to tell one key from another. */
  hint: freeText('hint'),
  created_at: timestamp('created_at').notNull(),
})
