'use client'

import { useEffect, useState } from 'react'
import { useTexts } from '../_texts/texts.ts'
import { IconButton } from './icon-button.tsx'
import { LATE_ICONS } from './late-icons.ts'

export function CopyButton({ text, label, className }: { text: string; label: string; className?: string }) {
  const { copied, copy_refused } = useTexts().page
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 1_600)
    return () => clearTimeout(timer)
  }, [state])

  function copy() {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    )
  }

  return (
    <IconButton
      icon={state === 'copied' ? LATE_ICONS.check : state === 'refused' ? 'alert' : 'copy'}
      label={state === 'copied' ? copied : state === 'refused' ? copy_refused : label}
      size={16}
      className={className}
      onClick={copy}
    />
  )
}
