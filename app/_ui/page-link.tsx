'use client'

import { useRouter } from 'next/navigation'
import type { ComponentProps, MouseEvent } from 'react'

/**
 * A link to another page of the product, which stays where it is meanwhile. The framework's own also loads what it leads to
 * ahead, of which our pages have next to nothing, and weighs more than the list of chats.
 */
export function PageLink({
  href,
  onClick,
  onGo,
  ...rest
}: ComponentProps<'a'> & {
  href: string
  /** This page is being left for that one. */
  onGo?: (() => void) | undefined
}) {
  const router = useRouter()

  function go(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const isElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (event.defaultPrevented || isElsewhere) return
    event.preventDefault()
    onGo?.()
    router.push(href)
  }

  return <a {...rest} href={href} onClick={go} />
}
