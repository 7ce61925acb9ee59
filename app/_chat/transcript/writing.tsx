'use client'

import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../_texts/texts.ts'

/** For how long this page has seen it being written: the clocks of the server and of the reader may differ. */
export function Writing() {
  const { transcript: words, format } = useTexts()
  const [since] = useState(() => performance.now())
  const [elapsed, setElapsed] = useState(0)
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const tell = () => setElapsed(performance.now() - since)
    let timer = setInterval(tell, 1_000)
    // Above a long answer nobody sees it count, and each time would lay out and paint that answer.
    const observer = new IntersectionObserver((entries) => {
      clearInterval(timer)
      if (!entries.at(-1)?.isIntersecting) return
      tell()
      timer = setInterval(tell, 1_000)
    })
    if (place.current) observer.observe(place.current)
    return () => {
      clearInterval(timer)
      observer.disconnect()
    }
  }, [since])
  return (
    <span ref={place} className="shrink-0">
      {elapsed < 1_000 ? words.writing : words.writing_for(format.duration(Math.floor(elapsed / 1_000) * 1_000))}
    </span>
  )
}
