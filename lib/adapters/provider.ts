import type { ToolOverhead } from './estimate.ts'
import type { PictureCost } from './picture-tokens.ts'
import type { Protocol } from './protocol.ts'

/** A place that speaks a wire format: all that is not in the protocol. */
export interface Provider {
  /** Provider key where the configuration gives none. */
  name: string
  base_url: string
  tool_overhead: ToolOverhead
  /** For a host that serves the models of many, by the name before the slash. */
  tool_overhead_by_maker?: Readonly<Record<string, ToolOverhead>>
  /** By area where it is not said. */
  picture_cost?: PictureCost
  /** The wire format as this provider speaks it. */
  protocol: Protocol
}
