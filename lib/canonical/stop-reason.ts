import { z } from 'zod'

/** provider-adapter-contract §3.3, grown by design §3.13. */
export const StopReason = z.enum([
  'end_turn',
  'max_tokens',
  'stop_sequence',
  'tool_use',
  'cancelled',
  'error',
  'refusal',
  'pause_turn',
  'context_window_exceeded',
])
export type StopReason = z.infer<typeof StopReason>
