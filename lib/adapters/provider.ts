import type { ToolOverhead } from './history/estimate.ts'
import type { PictureCost } from './history/picture-tokens.ts'
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
  /** Options for its protocol at its own address: of another host that speaks as it does, none of this is known. */
  options_at_home?: Readonly<Record<string, unknown>>
  /** The wire format as this provider speaks it. */
  protocol: Protocol
}
