import type { ToolDefinition } from '#lib/canonical/tool.ts'
import { ALLOW_ALL } from '#lib/policy/policy.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { Tool } from '#lib/tools/tool.ts'
import type { ToolHost } from '#lib/tools/tool-host.ts'

/** A turn that tools run in; nobody hears of their progress and it has no folders unless the test says so. */
export function toolHost(more: Partial<ToolHost> = {}): ToolHost {
  return {
    principal: LOCAL_OWNER,
    policy: ALLOW_ALL,
    turn_id: '01HZ00000000000000000TURN0',
    session_id: '01HZ00000000000000000SESS0',
    signal: new AbortController().signal,
    workspaces: { open: () => Promise.reject(new Error('this test has no folders')) },
    onProgress: () => {},
    ...more,
  }
}

/** Takes anything, does nothing and says so. */
export function anyTool(name: string, run?: Tool['run'], more: Partial<ToolDefinition> = {}): Tool {
  const definition: ToolDefinition = {
    name,
    description: 'Does nothing',
    input_schema: { type: 'object' },
    side_effects: 'none',
    ...more,
  }
  return { definition, run: run ?? (() => Promise.resolve({ ok: true, content: [{ type: 'text', text: 'done' }] })) }
}
