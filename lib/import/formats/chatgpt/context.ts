import type { Losses } from '../reading/losses.ts'
import { type Fields, fieldsOf, nameOf } from '../reading/value.ts'

// What the product tells its models in hidden messages: the custom instructions of its person, and what it remembered of them.

/** Null for a message that holds none. */
export function customInstructions(message: Fields): string | null {
  if (!isContext(message)) return null
  const { user_profile, user_instructions } = fieldsOf(message.content)
  const { about_user_message, about_model_message } = fieldsOf(fieldsOf(message.metadata).user_context_message_data)
  // Beside the message they stand as they were typed; in it, framed for the model.
  const about = nameOf(about_user_message) ?? nameOf(user_profile)
  const how = nameOf(about_model_message) ?? nameOf(user_instructions)
  const said = [about && `About the user:\n${about}`, how && `How to answer:\n${how}`].filter(Boolean)
  return said.length > 0 ? said.join('\n\n') : null
}

/** Whether a message is context and nothing that anyone said; memory, which is private, is counted. */
export function isHiddenContext(message: Fields, losses: Losses): boolean {
  const { content_type, model_set_context } = fieldsOf(message.content)
  if (content_type === 'model_editable_context' && nameOf(model_set_context) !== null) losses.add('private_context')
  return content_type === 'model_editable_context' || isContext(message)
}

function isContext({ content, metadata }: Fields): boolean {
  const { content_type } = fieldsOf(content)
  return content_type === 'user_editable_context' || fieldsOf(metadata).is_user_system_message === true
}
