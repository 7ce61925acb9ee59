import { describe, expect, test } from 'vitest'
import type { ToolDefinition } from '#lib/canonical/tool.ts'
import { createRegistry, ToolRegistrationError } from '#lib/tools/registry.ts'
import type { Tool } from '#lib/tools/tool.ts'

function tool(definition: Partial<ToolDefinition> & Record<string, unknown>): Tool {
  return {
    definition: {
      name: 'read_file',
      description: 'Reads a file',
      input_schema: { type: 'object' },
      side_effects: 'read',
      ...definition,
    },
    run: async () => ({ ok: true, content: [] }),
  }
}

describe('a registry', () => {
  test('finds tools by name and lists their definitions by name', () => {
    const [b, a] = [tool({ name: 'b' }), tool({ name: 'a' })]
    const registry = createRegistry([b, a])
    expect(registry.definitions).toEqual([a.definition, b.definition])
    expect(registry.find('a')).toBe(a)
    expect(registry.find('c')).toBeUndefined()
    expect(registry.find('constructor')).toBeUndefined()
  })

  test('may be empty', () => {
    expect(createRegistry([]).definitions).toEqual([])
  })

  test('refuses a second tool of the same name', () => {
    expect(() => createRegistry([tool({}), tool({})])).toThrow('tool read_file: the name is taken')
  })

  test.each(['readFile', 'read-file', '1st', '', 'openai:read', 'a'.repeat(65)])('refuses the name %j', (name) => {
    expect(() => createRegistry([tool({ name })])).toThrow(/name: snake_case, up to 64 characters/)
  })

  test.each([
    ['no description', { description: '' }, 'description'],
    ['an unknown side effect', { side_effects: 'explode' as 'none' }, 'side_effects'],
  ])('refuses a tool with %s', (_, fault, named) => {
    expect(() => createRegistry([tool(fault)])).toThrow(named)
  })

  test('fails loudly on a schema outside the subset, with the path and the keyword', () => {
    const schema = { type: 'object', properties: { when: { oneOf: [{ type: 'string' }, { type: 'number' }] } } }
    expect(() => createRegistry([tool({ input_schema: schema })])).toThrow(ToolRegistrationError)
    expect(() => createRegistry([tool({ input_schema: schema })])).toThrow(
      'tool "read_file": input_schema.properties.when.oneOf: oneOf is not allowed in a tool schema',
    )
  })
})
