import { z } from 'zod'

/** How a library makes the requests of a wire format: enough to write one of them down as code. */
const WireLibrary = z.object({
  /** The statement that brings it in. */
  import: z.string(),
  client: z.string(),
  /** Its argument for the address. */
  address: z.string(),
  /** Its argument for the key, which it sends in that header by itself; null where it takes none. */
  key: z.object({ argument: z.string(), header: z.string() }).nullable(),
  /** Its argument for further headers. */
  headers: z.string(),
  call: z.string(),
  /** Its argument for fields that it does not know, beside those that it does; null where it takes whatever it is given. */
  further: z.object({ argument: z.string(), known: z.array(z.string()) }).nullable(),
})
export type WireLibrary = z.infer<typeof WireLibrary>

/** Those of the maker of a format. */
export const WireLibraries = z.object({
  /** What they add to the address themselves. */
  path: z.string(),
  python: WireLibrary,
  typescript: WireLibrary,
})
export type WireLibraries = z.infer<typeof WireLibraries>
