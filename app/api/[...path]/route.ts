import { notFound } from '../../_http/http-error.ts'
import { route } from '../../_http/route.ts'

/** An address that no route has is refused like everything else: checked for its origin, and in the contract's shape. */
const nothing = route<{ path: string[] }>(async () => {
  throw notFound('this address')
})

export { nothing as DELETE, nothing as GET, nothing as PATCH, nothing as POST, nothing as PUT }
