import type { JsonObject } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'

type Fault = (path: string, problem: string) => void

/** Of each tool that Anthropic runs: its versions, the fields that a definition may have, the names under which it is called. */
const TOOLS: readonly { type: RegExp; fields: readonly string[]; calls: readonly string[] }[] = [
  {
    type: /^web_search_(20250305|20260209|20260318)$/,
    fields: ['max_uses', 'allowed_domains', 'blocked_domains', 'user_location', 'response_inclusion'],
    calls: ['web_search'],
  },
  {
    type: /^web_fetch_(20250910|20260209|20260309|20260318)$/,
    fields: [
      'max_uses',
      'allowed_domains',
      'blocked_domains',
      'citations',
      'max_content_tokens',
      'use_cache',
      'response_inclusion',
    ],
    calls: ['web_fetch'],
  },
  {
    type: /^code_execution_(20250522|20250825|20260120|20260521)$/,
    fields: [],
    calls: ['code_execution', 'bash_code_execution', 'text_editor_code_execution'],
  },
  { type: /^tool_search_tool_bm25_20251119$/, fields: [], calls: ['tool_search_tool_bm25'] },
  { type: /^tool_search_tool_regex_20251119$/, fields: [], calls: ['tool_search_tool_regex'] },
  { type: /^advisor_2026\d{4}$/, fields: ['model', 'max_uses', 'caching'], calls: ['advisor'] },
]
const ALL = ['type', 'name', 'cache_control', 'allowed_callers', 'defer_loading']
/** From this version on a web tool runs code, and is declared together with what does. */
const RUNS_CODE = /^web_(search|fetch)_2026/
const RUN_IN_CODE = TOOLS[2]?.calls ?? []

/** What the API refuses of the tools that it runs itself, and of what they did in the history (wire-rules 55, 188, 189, 191). */
export function hostedToolFaults(body: JsonObject, fault: Fault): void {
  const tools = blocksOf(body.tools)
  for (const [index, tool] of tools.entries()) checkDefinition(tool, `tools.${index}`, fault)
  if (tools.length > 0 && tools.every((tool) => tool.defer_loading === true)) {
    fault('tools', 'at least one tool must not be deferred')
  }
  const types = tools.map(({ type }) => String(type))
  const web = types.find((type) => RUNS_CODE.test(type))
  const older = types.find((type) => type.startsWith('code_execution_') && web && type.slice(-8) < web.slice(-8))
  if (older) fault('tools', `tool names must be unique: ${web} brings code_execution`)
  const callable = new Set([
    ...TOOLS.flatMap(({ type, calls }) => (types.some((each) => type.test(each)) ? calls : [])),
  ])
  if (web) for (const name of RUN_IN_CODE) callable.add(name)
  checkHistory(blocksOf(body.messages), callable, fault)
}

function checkDefinition(tool: JsonObject, at: string, fault: Fault): void {
  const { type, name, allowed_domains, blocked_domains } = tool
  if (tool.defer_loading === true && tool.cache_control) fault(at, 'a deferred tool cannot have cache_control')
  if (type === undefined || type === 'custom') return
  const known = TOOLS.find((each) => each.type.test(String(type)))
  if (!known) {
    fault(at, `Input tag '${type}' found using 'type' does not match any of the expected tags`)
    return
  }
  if (name !== known.calls[0]) fault(`${at}.name`, `Input should be '${known.calls[0]}'`)
  for (const field of Object.keys(tool)) {
    if (!ALL.includes(field) && !known.fields.includes(field)) fault(`${at}.${field}`, 'Extra inputs are not permitted')
  }
  if (allowed_domains && blocked_domains) fault(at, 'only one of allowed_domains and blocked_domains can be specified')
  const place = tool.user_location
  if (isJsonObject(place) && place.type !== 'approximate') fault(`${at}.user_location`, 'type')
}

function checkHistory(messages: readonly JsonObject[], callable: ReadonlySet<string>, fault: Fault): void {
  let calls = new Map<unknown, string>()
  const open = () => [...calls.keys()]
  for (const [turn, { role, content }] of messages.entries()) {
    const blocks = blocksOf(content)
    const isOfResults = blocks.length > 0 && blocks.every(({ type }) => type === 'tool_result')
    if (role === 'user' && !isOfResults) {
      for (const id of open()) fault(`messages.${turn - 1}`, `server_tool_use ${id} was found without its result`)
      calls = new Map()
    }
    for (const [place, block] of blocks.entries()) {
      const at = `messages.${turn}.content.${place}`
      const type = String(block.type)
      if (type === 'server_tool_use') {
        if (!callable.has(String(block.name))) fault(at, `server tool ${block.name} is not declared in this request`)
        calls.set(block.id, String(block.name))
      } else if (type.endsWith('_tool_result') && type !== 'mcp_tool_result') {
        const called = calls.get(block.tool_use_id)
        if (called === undefined) fault(at, `unexpected tool_use_id ${block.tool_use_id} in ${type}`)
        else if (!called.startsWith(type.slice(0, -'_tool_result'.length)))
          fault(at, `${type} does not answer ${called}`)
        calls.delete(block.tool_use_id)
      }
    }
  }
}

function blocksOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
