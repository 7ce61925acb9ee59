/** One row per part of the product; the first whose `files` matches a path owns it. */
export interface Layer {
  name: string
  files: RegExp
  /** What it may import of ours, besides itself and `lib/assert-never.ts`. */
  sees: readonly RegExp[]
  packages: RegExp
}

const CANONICAL = /^lib\/canonical\//
const SSE = /^lib\/sse\//
const EVENTS = /^lib\/events\//
const API = /^lib\/api\//
const MEDIA = /^lib\/media\//
/** Pure, unlike the rest of media. */
const PICTURE_SIZE = /^lib\/media\/(picture-size|jpeg-size|jpeg-segment|base64-type)\.ts$/
/** Pure too: how a document goes to a target, and what was read of it. */
const DOCUMENT = /^lib\/media\/(document-form|document-reading|decode-text|picture-limits)\.ts$/
/** What a model is described by: types, and no model. */
const MODEL_ENTRY = /^lib\/models\/model-entry\.ts$/
const MODELS = /^lib\/models\//
/** What a price is, which of its rates hold, and how a table is written: pure, and for the browser as well. */
const PRICE = /^lib\/pricing\/(price|price-form|rates-for|rate-fault|price-csv)\.ts$/
const PRICING = /^lib\/pricing\//
/** The versions as an installation has them. */
const PRICES = /^lib\/pricing\/prices\.ts$/
/** How usage is told apart, its times and its tables: pure, and for the browser as well. */
const USAGE = /^lib\/usage\/(?!(usage-(reports|metrics)|elsewhere|whole-usage)\.ts$)/
const POLICY = /^lib\/policy\//
const NET = /^lib\/net\//
const TOOLS = /^lib\/tools\//
const ROUTING = /^lib\/routing\//
/** Pure: what a search asks for and what a text is found by. */
const SEARCH = /^lib\/search\//
const STORE = /^lib\/store\//
const LIVE = /^lib\/live\//
const REPRICING = /^lib\/repricing\//
const ANSWER_ENCODERS = /^lib\/answer-encoders\//
/** Its errors are plain, so that a refusal can be told by their names. */
const REPRICING_ERRORS = /^lib\/repricing\/refused-reprice\.ts$/
/** What a budget is, and why one refuses: types and plain errors. */
const BUDGET = /^lib\/budgets\/budget(-error)?\.ts$/
const BUDGETS = /^lib\/budgets\//
const TURN = /^lib\/turn\//
const SESSION = /^lib\/session\//
/** What a chat would be at another model, and the ways to get there. */
const SWITCHING = /^lib\/switching\//
/** Its errors are plain, so that a refusal can be told by their names. */
const SWITCHING_ERRORS = /^lib\/switching\/brief-failed\.ts$/
/** What people own as files that leave. */
const EXPORT = /^lib\/export\//
/** A request as code: pure, and for the browser. */
const AS_CODE = /^lib\/receipt\/code\//
/** How answers came about, for whom they were given. */
const RECEIPT = /^lib\/receipt\//
/** How other products write chats down: pure. */
const IMPORT_FORMATS = /^lib\/import\/(formats\/|imported-chat\.ts$|format\.ts$)/
/** What a text and a name say of a file: pure, unlike the rest of media. */
const SAID_OF_A_FILE = /^lib\/media\/(base64-type|file-name)\.ts$/
/** What a text holds that nobody means to show. */
const SECRET_SCAN = /^lib\/secret-scan\//
/** What is found in what people bring along: schemas, for who is told as well. */
const IMPORT_FOUND = /^lib\/import\/(found|imported-chat|product)\.ts$/
/** What people bring along from elsewhere. */
const IMPORT = /^lib\/import\//
/** Its errors are plain, so that a refusal can be told by their names. */
const IMPORT_ERRORS = /^lib\/import\/import-error\.ts$/
/** Errors of sharing are plain, so that a refusal can be told by their names. */
const SHARE_ERRORS = /^lib\/share\/refused\.ts$/
/** Tables as files: pure. */
const CSV = /^lib\/csv\.ts$/
/** Texts in YAML that people write, with the line of each fault: pure. */
const LOCATED_YAML = /^lib\/located-yaml\.ts$/
const LOG = /^lib\/(log|redact|secrets|shortened)\.ts$/
/** What is asked of files and folders. */
const FILE = /^lib\/(folder-size|read-if-there)\.ts$/
const PRINCIPAL = /^lib\/principal\.ts$/
/** Who may use an installation. Its errors are plain, so that a refusal can be told by their names. */
const PEOPLE = /^lib\/people\//
const PEOPLE_ERRORS = /^lib\/people\/(refused|attempts|passwords)\.ts$/
const ENV = /^lib\/(env|env-value|provider-env)\.ts$/
/** What people set up in the browser. Its errors are plain, so that a refusal can be told by their names. */
const SETUP = /^lib\/provider-setup\//
const SETUP_ERRORS = /^lib\/provider-setup\/(secret|setup-fault)\.ts$/
/** What only this installation knows. */
const SETUP_SECRET = /^lib\/provider-setup\/secret\.ts$/
const ADAPTER_INTERFACE = /^lib\/adapters\/adapter\.ts$/
/** The pieces every protocol shares; the registry is not one of them, it knows them all. */
const ADAPTER_SHARED =
  /^lib\/adapters\/((exchange|failure|history|answer)\/|(?!(registry|providers|write-providers)\.ts$)[^/]+\.ts$)/
/** The records of all providers, and what is said of them without building anything. */
const PROVIDER_RECORDS = /^lib\/adapters\/(provider|providers|adapter)\.ts$/
const PROTOCOL = /^lib\/adapters\/protocols\//
const SURFACE = /^app\/_[^/]+\//
const UI = /^app\/_ui\//
/** The words of the interface, in the language of the reader. */
const WORDS = /^app\/_texts\/texts\.ts$/
const EVERYTHING = [/^(app|cassettes|db|lib)\//, /^package\.json$/]

const NO_PACKAGE = /^$/
const ANY_PACKAGE = /./
const SCHEMA = /^zod$/
/** `lib` and `db` run under plain Node. */
export const FRAMEWORK = /^(next|react|react-dom|server-only|client-only)(\/|$)/
const PLAIN = /^(?!(next|react|react-dom|server-only|client-only)(\/|$))/

export const LAYERS: readonly Layer[] = [
  { name: 'lib/assert-never.ts', files: /^lib\/assert-never\.ts$/, sees: [], packages: NO_PACKAGE },
  { name: 'lib/principal.ts', files: PRINCIPAL, sees: [], packages: NO_PACKAGE },
  { name: 'the environment', files: ENV, sees: [CANONICAL, LOG, PROVIDER_RECORDS], packages: PLAIN },
  { name: 'the log and what it cleans', files: LOG, sees: [], packages: NO_PACKAGE },
  { name: 'csv', files: CSV, sees: [], packages: NO_PACKAGE },
  { name: 'located YAML', files: LOCATED_YAML, sees: [], packages: /^(zod|yaml)$/ },
  { name: 'canonical', files: CANONICAL, sees: [], packages: /^(zod|ulid|canonicalize|@noble\/hashes\/.+)$/ },
  { name: 'sse', files: SSE, sees: [CANONICAL], packages: /^(zod|eventsource-parser(\/.+)?)$/ },
  { name: 'models', files: MODELS, sees: [CANONICAL, PRICING, ADAPTER_INTERFACE], packages: /^(zod|decimal\.js)$/ },
  { name: 'a price', files: PRICE, sees: [CANONICAL, CSV], packages: SCHEMA },
  { name: 'the prices', files: PRICES, sees: [CANONICAL, PRINCIPAL, LOG, STORE, PRICING], packages: PLAIN },
  {
    name: 'pricing',
    files: PRICING,
    sees: [CANONICAL, CSV, PRICE, /^lib\/models\/catalog\.ts$/],
    packages: /^(zod|decimal\.js|csv-parse\/sync)$/,
  },
  { name: 'the type and size of a picture', files: PICTURE_SIZE, sees: [], packages: NO_PACKAGE },
  { name: 'how a document goes to a target', files: DOCUMENT, sees: [CANONICAL], packages: NO_PACKAGE },
  {
    name: 'media',
    files: MEDIA,
    sees: [CANONICAL, PRINCIPAL, POLICY, PICTURE_SIZE, DOCUMENT, NET, STORE],
    packages: PLAIN,
  },
  { name: 'files', files: FILE, sees: [], packages: PLAIN },
  { name: 'net', files: NET, sees: [], packages: PLAIN },
  { name: 'events', files: EVENTS, sees: [CANONICAL, LOG], packages: SCHEMA },
  { name: 'policy', files: POLICY, sees: [CANONICAL, PRINCIPAL, EVENTS], packages: NO_PACKAGE },
  { name: 'tools', files: TOOLS, sees: [CANONICAL, PRINCIPAL, POLICY, LOG], packages: PLAIN },
  { name: 'usage', files: USAGE, sees: [CSV], packages: NO_PACKAGE },
  {
    name: 'the reports of usage',
    files: /^lib\/usage\//,
    sees: [CANONICAL, PRINCIPAL, STORE, PRICING, USAGE],
    packages: PLAIN,
  },
  { name: 'api', files: API, sees: [CANONICAL, PRINCIPAL, EVENTS, PRICE, USAGE, IMPORT_FOUND], packages: SCHEMA },
  {
    name: 'the routing rules that hold',
    files: /^lib\/routing\/routing-rules\.ts$/,
    sees: [CANONICAL, PRINCIPAL, MODELS, LOG, STORE, LOCATED_YAML, ROUTING],
    packages: PLAIN,
  },
  { name: 'routing', files: ROUTING, sees: [CANONICAL, MODELS, EVENTS, LOG, LOCATED_YAML], packages: PLAIN },
  {
    name: 'the adapter registry',
    files: /^lib\/adapters\/registry\.ts$/,
    sees: [CANONICAL, MODELS, LOG, /^lib\/adapters\//],
    packages: NO_PACKAGE,
  },
  {
    name: 'the file of models',
    files: /^lib\/models-file\//,
    sees: [CANONICAL, MODELS, PRICING, ENV, PROVIDER_RECORDS, LOCATED_YAML, /^lib\/adapters\/registry\.ts$/],
    packages: PLAIN,
  },
  {
    name: 'the list of providers',
    files: /^lib\/adapters\/((write-)?providers|provider-list)\.ts$/,
    sees: [PROVIDER_RECORDS, /^lib\/adapters\/providers\//],
    packages: PLAIN,
  },
  {
    name: 'what adapters share',
    files: ADAPTER_SHARED,
    sees: [CANONICAL, SSE, LOG, PICTURE_SIZE, DOCUMENT, MODEL_ENTRY],
    packages: PLAIN,
  },
  { name: 'a protocol', files: PROTOCOL, sees: [CANONICAL, SSE, LOG, ADAPTER_SHARED], packages: PLAIN },
  {
    name: 'a provider',
    files: /^lib\/adapters\/providers\//,
    sees: [CANONICAL, SSE, LOG, MODELS, ADAPTER_SHARED, PROTOCOL],
    packages: PLAIN,
  },
  { name: 'the encoders of answers', files: ANSWER_ENCODERS, sees: [CANONICAL], packages: NO_PACKAGE },
  {
    name: 'demo',
    files: /^lib\/demo\//,
    sees: [CANONICAL, SSE, LOG, PICTURE_SIZE, ANSWER_ENCODERS],
    packages: PLAIN,
  },
  { name: 'search', files: SEARCH, sees: [CANONICAL], packages: NO_PACKAGE },
  {
    name: 'store',
    files: STORE,
    sees: [CANONICAL, PRINCIPAL, EVENTS, LOG, SEARCH, PRICING, USAGE, BUDGET],
    packages: NO_PACKAGE,
  },
  { name: 'backups', files: /^lib\/backups\//, sees: [LOG, STORE], packages: PLAIN },
  { name: 'live', files: LIVE, sees: [CANONICAL, PRINCIPAL, SSE, EVENTS, LOG, STORE], packages: PLAIN },
  { name: 'a budget', files: BUDGET, sees: [], packages: NO_PACKAGE },
  {
    name: 'budgets',
    files: BUDGETS,
    sees: [CANONICAL, PRINCIPAL, PRICING, MODELS, USAGE, STORE, BUDGET],
    packages: PLAIN,
  },
  {
    name: 'turn',
    files: TURN,
    sees: [
      CANONICAL,
      PRINCIPAL,
      POLICY,
      MEDIA,
      MODELS,
      PRICING,
      EVENTS,
      TOOLS,
      ROUTING,
      LOG,
      /^lib\/adapters\/exchange\/sent-body\.ts$/,
      STORE,
      LIVE,
      ADAPTER_INTERFACE,
      BUDGETS,
      SECRET_SCAN,
    ],
    packages: PLAIN,
  },
  {
    name: 'switching',
    files: SWITCHING,
    sees: [CANONICAL, PRINCIPAL, MODELS, PRICING, ROUTING, STORE, LIVE, TURN, SESSION, ADAPTER_INTERFACE, AS_CODE],
    packages: PLAIN,
  },
  {
    name: 'repricing',
    files: REPRICING,
    sees: [CANONICAL, PRINCIPAL, PRICING, MODELS, USAGE, STORE, LOG],
    packages: PLAIN,
  },
  {
    name: 'session',
    files: SESSION,
    sees: [
      CANONICAL,
      PRINCIPAL,
      POLICY,
      MEDIA,
      NET,
      MODELS,
      EVENTS,
      TOOLS,
      ROUTING,
      LOG,
      STORE,
      LIVE,
      TURN,
      PRICING,
      USAGE,
      SETUP_ERRORS,
      REPRICING_ERRORS,
      BUDGETS,
      PEOPLE_ERRORS,
      IMPORT_ERRORS,
      SHARE_ERRORS,
      SWITCHING_ERRORS,
    ],
    packages: PLAIN,
  },
  {
    name: 'the setting up of providers',
    files: SETUP,
    sees: [
      CANONICAL,
      MODELS,
      LOG,
      FILE,
      STORE,
      ENV,
      PROVIDER_RECORDS,
      /^lib\/adapters\/(registry|own-server)\.ts$/,
      /^lib\/adapters\/exchange\/model-list\.ts$/,
      /^lib\/adapters\/failure\/network-failure\.ts$/,
    ],
    packages: PLAIN,
  },
  { name: 'people', files: PEOPLE, sees: [CANONICAL, PRINCIPAL, STORE, LOG, FILE, ENV], packages: PLAIN },
  { name: 'a request as code', files: AS_CODE, sees: [CANONICAL], packages: NO_PACKAGE },
  {
    name: 'receipt',
    files: RECEIPT,
    sees: [
      CANONICAL,
      PRINCIPAL,
      EVENTS,
      LOG,
      STORE,
      MODELS,
      PRICING,
      TURN,
      SESSION,
      ADAPTER_INTERFACE,
      AS_CODE,
      /^lib\/adapters\/exchange\/sent-body\.ts$/,
    ],
    packages: PLAIN,
  },
  {
    name: 'what would be sent of a chat',
    files: /^lib\/export\/wire-view\.ts$/,
    sees: [CANONICAL, PRINCIPAL, STORE, MODELS, TURN, EXPORT, ADAPTER_INTERFACE],
    packages: PLAIN,
  },
  {
    name: 'export',
    files: EXPORT,
    sees: [CANONICAL, PRINCIPAL, EVENTS, STORE, LOG],
    packages: PLAIN,
  },
  { name: 'what an import finds', files: IMPORT_FOUND, sees: [CANONICAL], packages: SCHEMA },
  {
    name: 'the formats of imports',
    files: IMPORT_FORMATS,
    sees: [CANONICAL, SAID_OF_A_FILE, IMPORT_FOUND],
    packages: /^(zod|htmlparser2)$/,
  },
  { name: 'the search for secrets', files: SECRET_SCAN, sees: [CANONICAL], packages: PLAIN },
  {
    name: 'share',
    files: /^lib\/share\//,
    sees: [CANONICAL, PRINCIPAL, STORE, MEDIA, SESSION, LOG, PEOPLE, SETUP_SECRET, SECRET_SCAN, EXPORT],
    packages: PLAIN,
  },
  {
    name: 'import',
    files: IMPORT,
    sees: [
      CANONICAL,
      PRINCIPAL,
      MEDIA,
      STORE,
      LOG,
      SESSION,
      EXPORT,
      IMPORT_FORMATS,
      IMPORT_FOUND,
      /^lib\/share\/verify-file\.ts$/,
    ],
    packages: PLAIN,
  },
  { name: 'the seed command', files: /^db\/seed\//, sees: EVERYTHING, packages: PLAIN },
  {
    name: 'db',
    files: /^db\//,
    sees: [CANONICAL, PRINCIPAL, EVENTS, LOG, STORE, SEARCH, PRICING, USAGE, BUDGET],
    packages: PLAIN,
  },
  {
    name: 'the composition root',
    files:
      /^(app\/(open-server|owner|export|import|verify|backup|restore)|lib\/(installation|installed-providers|live-directory|default-model))\.ts$/,
    sees: EVERYTHING,
    packages: ANY_PACKAGE,
  },
  {
    name: 'the running server',
    files: /^app\/server\.ts$/,
    sees: [/^lib\/installation\.ts$/],
    packages: ANY_PACKAGE,
  },
  { name: '_ui', files: UI, sees: [WORDS], packages: ANY_PACKAGE },
  {
    name: 'the app',
    files: /^(app\/|instrumentation(-client)?\.ts$|proxy\.ts$|next\.config\.ts$)/,
    sees: [
      /^app\//,
      /^lib\/adapters\/provider-list\.ts$/,
      API,
      CANONICAL,
      CSV,
      PRINCIPAL,
      SSE,
      EVENTS,
      MEDIA,
      MODELS,
      PRICE,
      USAGE,
      BUDGET,
      ROUTING,
      STORE,
      SEARCH,
      LIVE,
      TURN,
      SESSION,
      EXPORT,
      RECEIPT,
      IMPORT,
      PEOPLE,
      TOOLS,
      LOG,
      ENV,
      FILE,
      /^lib\/share\//,
    ],
    packages: ANY_PACKAGE,
  },
  { name: 'the cassette commands', files: /^cassettes\//, sees: EVERYTHING, packages: PLAIN },
]

/** Layers that hold no I/O at all, so not even Node's own modules. */
export const PURE_LAYERS: ReadonlySet<string> = new Set([
  'canonical',
  'csv',
  'located YAML',
  'search',
  'sse',
  'models',
  'a price',
  'pricing',
  'usage',
  'a budget',
  'a request as code',
  '_ui',
  'lib/assert-never.ts',
])

/** Browser code: every 'use client' file and what it imports, types included. */
export const BROWSER_SEES = [
  API,
  AS_CODE,
  CANONICAL,
  CSV,
  PRINCIPAL,
  PRICE,
  USAGE,
  IMPORT_FOUND,
  SSE,
  EVENTS,
  SURFACE,
  /^lib\/assert-never\.ts$/,
]
export const BROWSER_PACKAGES = /^(?!node:|next\/(server|headers|cache)|server-only$|drizzle-orm|@libsql\/)/
