import type { ReactNode } from 'react'
import { useLateTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { isWebAddress } from './web-address.ts'

export function Anchor({ href, children }: { href: string; children: ReactNode }) {
  if (!isWebAddress(href)) return <span>{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

/** A picture from elsewhere would tell its host who reads this, and when. It is shown as what it is: an address. */
export function RemoteImage({ address, alt }: { address: string; alt: string }) {
  const words = useLateTexts().reading
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-0.5 rounded-lg border border-line-strong border-dashed px-2.5 py-1.5 text-muted text-sm">
      <Icon name="image" size={16} />
      <span>{alt ? words.picture_not_loaded_of(alt) : words.picture_not_loaded}</span>
      {isWebAddress(address) && (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow" className="break-all">
          {address}
        </a>
      )}
    </span>
  )
}
