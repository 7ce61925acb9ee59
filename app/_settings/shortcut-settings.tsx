'use client'

import { useEffect, useState } from 'react'
import { ShortcutList } from '../_chat/commands/shortcut-list.tsx'
import { PageTitle } from '../_frame/page-title.tsx'
import { useLateTexts } from '../_texts/texts.ts'

/** Which keys there are; they are the same for everybody. */
export function ShortcutSettings() {
  const words = useLateTexts().settings
  // What stands on the keys only the browser knows.
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  return (
    <>
      <title>{`${words.shortcuts} · Metis`}</title>
      <PageTitle title={words.shortcuts} about={words.shortcuts_about} />
      <div className="max-w-2xl">{isHere && <ShortcutList level={2} />}</div>
    </>
  )
}
