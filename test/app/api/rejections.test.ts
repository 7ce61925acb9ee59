import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { POST } from '#app/api/sessions/[id]/turns/route.ts'
import type { AdapterCapabilities } from '#lib/canonical/capabilities.ts'
import { readEnv } from '#lib/env.ts'
import type { RejectionReason } from '#lib/events/catalog.ts'
import { openInstallation } from '#lib/installation.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { askRoute } from '#test/support/ask-route.ts'
import { temporaryFolder } from '#test/support/database.ts'

// The package only exists inside the framework, where it refuses to be bundled for a browser.
vi.mock('server-only', () => ({}))

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** On a server that nothing is asked of: whatever needs an answer is refused before. */
const OWN = 'own:model'

/** What `models.yaml` says of a model, and what is asked of it in a chat. */
interface Refusal {
  rejection: RejectionReason
  model: string
  lacks?: Partial<AdapterCapabilities>
  asked?: Record<string, unknown>
  picture?: true
  system_prompt?: string
}

const REFUSALS: Refusal[] = [
  { rejection: 'not_configured', model: 'anthropic:claude-haiku-4-5' },
  { rejection: 'provider_unavailable', model: 'demo:openai' },
  { rejection: 'no_vision_support', model: OWN, lacks: { supports_images: false }, picture: true },
  { rejection: 'exceeds_context_window', model: OWN, lacks: { max_context_tokens: 20 } },
  {
    rejection: 'no_tool_support',
    model: OWN,
    lacks: { supports_tools: false },
    asked: { tool_choice: 'required' },
  },
  {
    rejection: 'no_system_prompt_support',
    model: OWN,
    lacks: { supports_system_prompt: false },
    system_prompt: 'Be brief.',
  },
  {
    rejection: 'no_structured_output_support',
    model: OWN,
    lacks: { supports_structured_output: false },
    asked: { output_schema: { type: 'object' } },
  },
]

test.each(REFUSALS)('a message is refused for $rejection, which the answer names', async (refusal) => {
  const { rejection, model, lacks, asked = {}, picture, system_prompt } = refusal
  await using folder = await temporaryFolder()
  const file = {
    adapters: { own: { type: 'openai', base_url: 'http://127.0.0.1:9/v1' } },
    models: { [OWN]: { capabilities: lacks ?? {} } },
  }
  if (lacks) await writeFile(join(folder.path, 'models.yaml'), JSON.stringify(file))
  const metis = await openInstallation(readEnv({ METIS_DATA_DIR: folder.path, METIS_LOG_LEVEL: 'error' }))
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...metis, version: 'test' }) })
  try {
    if (rejection === 'provider_unavailable') {
      metis.models.availability.ended(model, { error_class: 'rate_limit', retry_after_seconds: 600 })
    }
    const id = await metis.sessions.create(LOCAL_OWNER, { active_model: model, system_prompt })
    const image = { type: 'image', media_type: 'image/png', source: { kind: 'base64', data: PICTURE } }
    const content = [{ type: 'text', text: 'Hello' }, ...(picture ? [image] : [])]
    const { status, body } = await askRoute(POST, 'POST', { params: { id }, body: { content, ...asked } })
    expect([status, body.error?.code]).toEqual([422, 'no_model'])
    expect(body.error.details.chain[1]).toMatchObject({
      policy: 'manual_sticky',
      verdict: 'rejected',
      rejection,
      model,
    })
    expect(body.error.message).toContain(model)
    expect(await metis.store.path(id)).toEqual([])
  } finally {
    Object.assign(globalThis, { metisServer: undefined })
    await metis.close()
  }
})
