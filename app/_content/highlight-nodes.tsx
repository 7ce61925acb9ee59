import { Fragment, type ReactNode } from 'react'
import { masked } from './masked.tsx'

const TOKEN = /<span class="([^"]*)">|<\/span>|&(amp|lt|gt|quot|#x27);/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

interface OpenSpan {
  className: string
  children: ReactNode[]
}

/** The highlighter's markup as React nodes: nothing it says can become an element other than a span with a class. */
export function highlightNodes(markup: string): ReactNode[] {
  const root: OpenSpan = { className: '', children: [] }
  const stack = [root]
  let text = ''
  let end = 0
  const top = () => stack.at(-1) ?? root
  const flush = () => {
    const said = masked(text)
    if (text) top().children.push(typeof said === 'string' ? said : <Fragment key={`text ${end}`}>{said}</Fragment>)
    text = ''
  }
  for (const match of markup.matchAll(TOKEN)) {
    text += markup.slice(end, match.index)
    end = match.index + match[0].length
    if (match[2] !== undefined) {
      text += ENTITIES[match[2]] ?? match[0]
    } else if (match[1] !== undefined) {
      flush()
      stack.push({ className: match[1], children: [] })
    } else {
      flush()
      const closed = stack.length > 1 ? stack.pop() : undefined
      if (closed) top().children.push(spanOf(closed, match.index))
    }
  }
  text += markup.slice(end)
  flush()
  return root.children
}

function spanOf({ className, children }: OpenSpan, key: number): ReactNode {
  return (
    <span key={key} className={className}>
      {children}
    </span>
  )
}
