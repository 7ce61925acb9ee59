import { describe, expect, test } from 'vitest'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { assertMessage, InvariantError, messageViolations, pathViolations } from '#lib/canonical/invariant.ts'
import type { Message, MessageMetadata } from '#lib/canonical/message.ts'
import type { Role } from '#lib/canonical/role.ts'
import { call, message, result, text, toolId } from '#test/support/message-builder.ts'
import { seedExample } from '#test/support/seed-example.ts'

const ANSWERED: MessageMetadata = {
  model: 'a:b',
  provider: 'a',
  routing: { mode: 'default', chosen_model: 'a:b', reason: 'r', alternatives_considered: [] },
  usage: {
    input_tokens: 1,
    output_tokens: 1,
    cached_input_tokens: 0,
    cache_creation_input_tokens: 0,
    cost_usd: null,
    pricing_version: null,
    latency_ms: 1,
  },
}

const BLOCKS: ContentBlock[] = [
  text('x'),
  call(toolId(1)),
  result(toolId(1)),
  { type: 'image', source: { kind: 'url', data: 'https://example.com/a.png' }, media_type: 'image/png' },
  { type: 'thinking', text: 'x' },
  { type: 'redacted_thinking', data: 'x' },
]

const METADATA: Record<Role, MessageMetadata> = {
  user: {},
  assistant: ANSWERED,
  system: {},
  tool: { parent_tool_use_id: toolId(1) },
}

const rules = (...args: Parameters<typeof message>) => messageViolations(message(...args)).map((each) => each.rule)

describe('the worked examples of the format (§8)', () => {
  test('break no rule', () => {
    expect(pathViolations(seedExample())).toEqual([])
  })
})

describe('5.1.1 content', () => {
  test.each<[Role, string[]]>([
    ['user', ['5.1.1']],
    ['tool', ['5.1.1']],
    ['system', []],
    ['assistant', []],
  ])('may be empty or not in a %s message', (role, broken) => {
    expect(rules(role, [], METADATA[role])).toEqual(broken)
  })
})

describe('5.1.3 what a role may hold', () => {
  const allowed: Record<Role, ContentBlock['type'][]> = {
    user: ['text', 'image'],
    assistant: ['text', 'tool_use', 'thinking', 'redacted_thinking'],
    tool: ['tool_result'],
    system: ['text'],
  }

  test.each(
    Object.entries(allowed).flatMap(([role, types]) =>
      BLOCKS.map((block) => [role as Role, block, types.includes(block.type)] as const),
    ),
  )('%s, %j: %s', (role, block, fits) => {
    expect(rules(role, [block], METADATA[role])).toEqual(fits ? [] : ['5.1.3'])
  })

  test('does not judge block types that nobody knows yet', () => {
    expect(rules('user', [{ type: 'hologram' } as unknown as ContentBlock])).toEqual([])
  })

  test('is one result in a tool message, not two', () => {
    expect(messageViolations(message('tool', [result(toolId(1)), result(toolId(1))], METADATA.tool))).toEqual([
      { rule: '5.1.3', message_id: expect.any(String), problem: 'a tool message holds 2 blocks instead of one' },
    ])
  })
})

describe('5.1.3 what a result may hold', () => {
  const inside = (block: ContentBlock) => rules('tool', [result(toolId(1), [block])], METADATA.tool)

  test.each(BLOCKS.map((block) => [block.type, block] as const))('%s', (type, block) => {
    expect(inside(block)).toEqual(type === 'text' || type === 'image' ? [] : ['5.1.3'])
  })

  test('a call inside a result is named with the result', () => {
    const bad = message('tool', [result(toolId(1), [call(toolId(2))])], METADATA.tool)
    expect(messageViolations(bad)).toEqual([
      { rule: '5.1.3', message_id: bad.id, problem: `the result of ${toolId(1)} holds a tool_use block` },
    ])
  })

  test('block types that nobody knows yet are not judged there either', () => {
    expect(inside({ type: 'hologram' } as unknown as ContentBlock)).toEqual([])
  })
})

describe('5.1.5 a message in the making', () => {
  const broken = [result('toolu_1', [call('tu_nonsense!')])]

  test('may break every rule', () => {
    expect(rules('assistant', broken, { status: 'partial' })).toEqual([])
  })

  test.each(['cancelled', 'error'] as const)(
    'is history once it is %s: it need not be whole, but its ids and places hold',
    (status) => {
      expect(rules('assistant', [], { status })).toEqual([])
      expect(rules('assistant', broken, { status })).toEqual(['5.2.1', '5.1.3', '5.1.3'])
    },
  )
})

describe('the form of ids', () => {
  test.each([
    'tu_nonsense!',
    'tu_',
    'tu_1',
    'toolu_01ABC',
    toolId(1).toLowerCase(),
    `${toolId(1)}0`,
    `${toolId(1)} `,
    `tu_8${'0'.repeat(25)}`,
    `tu_01JZI${'0'.repeat(21)}`,
  ])('5.2.1 %j is no canonical tool id, in a call or in its result', (id) => {
    expect(messageViolations(message('assistant', [call(id)], ANSWERED)).map((each) => each.problem)).toEqual([
      `tool id ${JSON.stringify(id)} is not a canonical one`,
    ])
    expect(rules('tool', [result(id)], { parent_tool_use_id: id })).toEqual(['5.2.1'])
  })

  test.each(['', 'm1', '01hz0000000000000000000001', '81HZ0000000000000000000001', '01HZ000000000000000000000U'])(
    '6.1 %j is no message id',
    (id) => {
      const bad = { ...message('user', 'hi'), id }
      expect(messageViolations(bad)).toEqual([
        { rule: '6.1', message_id: id, problem: `message id ${JSON.stringify(id)} is not a ULID` },
      ])
    },
  )
})

describe('5.2 calls and results', () => {
  const asked = () => message('assistant', [call(toolId(1))], ANSWERED)
  const answered = (id = toolId(1)) => message('tool', [result(id)], { parent_tool_use_id: id })
  const broken = (path: Message[]) => pathViolations(path).map((each) => each.rule)

  test('that belong together are fine, and so is a call without a result', () => {
    expect(broken([asked(), answered()])).toEqual([])
    expect(broken([asked()])).toEqual([])
  })

  test('5.2.1 the id of a call is never the one of a provider, and never used twice', () => {
    expect(rules('assistant', [call('toolu_01ABC')], ANSWERED)).toEqual(['5.2.1'])
    expect(broken([asked(), asked()])).toEqual(['5.2.1'])
  })

  test('5.2.2 a result answers a call of the same session that came before it', () => {
    expect(broken([answered()])).toEqual(['5.2.2'])
    const result = answered()
    expect(broken([result, asked()])).toContain('5.2.2')
    expect(broken([asked(), { ...answered(), session_id: 'other' }])).toEqual(['5.2.2'])
  })

  test('5.2.3 a call has one result at most', () => {
    expect(broken([asked(), answered(), answered()])).toEqual(['5.2.3'])
  })

  test('are judged in unfinished messages too', () => {
    expect(broken([message('tool', [result(toolId(9))], { status: 'error' })])).toEqual(['5.2.2'])
  })
})

describe('5.3 what a complete message says of itself', () => {
  test.each<[string, MessageMetadata]>([
    ['5.3.1', { ...ANSWERED, model: null }],
    ['5.3.1', { ...ANSWERED, provider: undefined }],
    ['5.3.2', { ...ANSWERED, routing: null }],
    ['5.3.3', { ...ANSWERED, usage: undefined }],
  ])('%s is broken by an assistant message with %j', (rule, metadata) => {
    expect(rules('assistant', 'hi', metadata)).toEqual([rule])
  })

  test('5.3.4 a tool message names the call that it answers, and that very one', () => {
    expect(rules('tool', [result(toolId(1))])).toEqual(['5.3.4'])
    expect(rules('tool', [result(toolId(1))], { parent_tool_use_id: toolId(2) })).toEqual(['5.3.4'])
  })
})

test('6.1 each id of a path sorts after the one before', () => {
  const [first, second] = [message('user', 'a'), message('user', 'b')]
  expect(pathViolations([first, second])).toEqual([])
  expect(pathViolations([second, first])).toEqual([
    { rule: '6.1', message_id: first.id, problem: `does not sort after ${second.id}` },
  ])
})

describe('the assertion', () => {
  test('names every broken rule and the message', () => {
    const bad = message('assistant', [result(toolId(1))], { model: 'a:b', provider: 'a' })
    expect(() => assertMessage(bad)).toThrow(InvariantError)
    expect(() => assertMessage(bad)).toThrow(
      `5.1.3 in message ${bad.id}: a message of the role assistant holds a tool_result block; 5.3.2 in message ${bad.id}`,
    )
  })

  test('passes what is right', () => {
    expect(() => assertMessage(message('user', 'hi'))).not.toThrow()
  })
})
