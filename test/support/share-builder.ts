import type { ContentBlock } from '#lib/canonical/block.ts'
import type { Message, MessageMetadata } from '#lib/canonical/message.ts'
import type { ShareInclude } from '#lib/canonical/share-content.ts'
import { assistant, call, result, text, toolId, user } from './message-builder.ts'

const all = (value: boolean): ShareInclude => ({
  thinking: value,
  tool_inputs: value,
  tool_results: value,
  system_prompt: value,
  costs: value,
  models: value,
  pictures: value,
})
export const EVERYTHING = all(true)
export const NOTHING = all(false)

/** Stands wherever a share must not look. */
export const SECRET = 'must-not-leave'
export const UPLOAD = `attachments/${'a'.repeat(64)}`

const leaky = <T extends object>(value: T): T => ({ ...value, unheard_of: SECRET })

/** A question, an answer and a result with all that messages can have, and with fields that they should not have. */
export function richPath(): Message[] {
  const metadata = (fields: MessageMetadata): MessageMetadata =>
    leaky({
      turn_id: 'turn-1',
      user_id: SECRET,
      team_id: SECRET,
      provider_raw: { secret: SECRET },
      error: { error_class: 'server', message: SECRET } as unknown as NonNullable<MessageMetadata['error']>,
      stop_explanation: SECRET,
      ...fields,
    })
  return [
    user(
      [
        leaky(text('What is this?')),
        leaky(picture(UPLOAD)),
        leaky(picture('https://a.example/x.png', 'url')),
        leaky<ContentBlock>({
          type: 'document',
          source: { kind: 'file_ref', data: UPLOAD },
          media_type: 'application/pdf',
          name: SECRET,
          title: SECRET,
        }),
        { type: 'hologram', data: SECRET } as unknown as ContentBlock,
      ],
      metadata({}),
    ),
    assistant(
      [
        leaky<ContentBlock>({ type: 'thinking', text: 'It has whiskers.', signature: SECRET }),
        { type: 'redacted_thinking', data: SECRET },
        {
          ...text('A cat.'),
          citations: [
            leaky({
              url: 'https://example.com/cat',
              title: 'Cats',
              cited_text: 'Cats have whiskers.',
              start: 0,
              end: 5,
            }),
            { title: SECRET, document: 0, cited_text: SECRET },
          ],
        },
        leaky<ContentBlock>({
          type: 'hosted_tool',
          tool: 'code_execution',
          name: 'claude_code_execution',
          input: { code: 'print(1)' },
          status: 'completed',
          result: leaky({ output: leaky({ stdout: '1', stderr: '', return_code: 0, files: [SECRET] }) }),
        }),
        leaky(call(toolId(1), 'calculator', { expression: '1+1' })),
        { type: 'hologram', data: SECRET } as unknown as ContentBlock,
      ],
      metadata({
        status: 'complete',
        stop_reason: 'tool_use',
        model: 'claude-test',
        provider: 'anthropic',
        routing: { mode: 'manual', chosen_model: 'claude-test', reason: SECRET, alternatives_considered: [SECRET] },
        usage: leaky({
          input_tokens: 10,
          output_tokens: 5,
          cached_input_tokens: 0,
          cache_creation_input_tokens: 0,
          cost_usd: '0.000123456789',
          pricing_version: SECRET,
          billed_usd: '0.5',
          service_tier: SECRET,
          latency_ms: 800,
        }),
      }),
    ),
    {
      ...toolAnswer(),
      metadata: metadata({ parent_tool_use_id: toolId(1) }),
    },
  ].map(leaky)
}

const toolAnswer = (): Message => {
  const [block] = [leaky(result(toolId(1), [leaky(text('2')), leaky(picture(UPLOAD))]))]
  return { ...user([]), role: 'tool', content: [block] }
}

export const picture = (data: string, kind: 'file_ref' | 'url' | 'base64' = 'file_ref'): ContentBlock => ({
  type: 'image',
  source: leaky({ kind, data }),
  media_type: 'image/png',
})
