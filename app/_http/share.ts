import type { Server } from '../server.ts'

/** As people open it: at the public address, or where the request came to. */
export function shareUrl({ reachable }: Server, request: Request, token: string): string {
  const origin = reachable?.publicUrl ?? `http://${request.headers.get('host') ?? 'localhost'}`
  return `${origin}/s/${token}`
}
