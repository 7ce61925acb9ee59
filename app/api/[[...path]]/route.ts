import { noRoutes } from '../../_http/route.ts'

/** An address that no route has is refused like everything else: checked for its origin, and in the contract's shape. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = noRoutes<{ path?: string[] }>()
