import { isbot } from 'isbot'

/**
 * Whether somebody looks at a page that is asked for so, and no program: chats fetch what is linked in them, and browsers
 * fetch what may be opened next.
 */
export function isViewing({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  const agent = headers.get('user-agent')
  const purpose = `${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''} ${headers.get('x-moz') ?? ''}`
  return method === 'GET' && !!agent && !isbot(agent) && !/prefetch|prerender|preview/i.test(purpose)
}
