import type { SessionFrame } from '../events/frame.ts'
import type { EncodedFrame } from './ring.ts'

/** Encoded once for however many clients. */
export interface Entry extends EncodedFrame {
  frame: SessionFrame
  /** The message that a `message.appended` frame carries. */
  appended: string | null
}
