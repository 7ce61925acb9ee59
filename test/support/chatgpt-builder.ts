// Conversations of ChatGPT's export, written by hand from what is known of their shape.

interface NodeFields {
  parent?: string | null
  role?: string
  name?: string
  recipient?: string
  content?: unknown
  metadata?: unknown
  /** Further fields of the message. */
  fields?: Record<string, unknown>
  create_time?: number | null
}

export const words = (...parts: unknown[]) => ({ content_type: 'text', parts })
export const parts = (...all: unknown[]) => ({ content_type: 'multimodal_text', parts: all })

/** Nodes each under the one before, where they name no other. */
export function conversation(nodes: Record<string, NodeFields>, fields: Record<string, unknown> = {}) {
  const mapping: Record<string, unknown> = { root: { id: 'root', message: null, parent: null, children: [] } }
  let previous = 'root'
  let second = 1_760_000_000
  for (const [id, node] of Object.entries(nodes)) {
    second += 1
    const {
      parent = previous,
      role = 'user',
      name = null,
      recipient = 'all',
      content = words(id),
      metadata = {},
    } = node
    mapping[id] = {
      id,
      parent,
      children: [],
      message: {
        id,
        author: { role, name, metadata: {} },
        create_time: node.create_time === undefined ? second : node.create_time,
        content,
        metadata,
        recipient,
        weight: 1,
        ...node.fields,
      },
    }
    previous = id
  }
  return {
    conversation_id: 'chat',
    title: 'A chat',
    mapping,
    current_node: previous,
    create_time: 1_760_000_000,
    ...fields,
  }
}
