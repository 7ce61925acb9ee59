'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { LANGUAGE_COOKIE, type Language, parseLanguage } from '../_texts/language.ts'
import { useLateTexts } from '../_texts/texts.ts'
import { keepCookie } from '../_ui/cookie.ts'
import { Choices } from './choices.tsx'

/** Each by its own name: who cannot read the others finds it. */
const NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

type Chosen = Language | 'browser'

/** What was chosen just now: the page comes anew in its language, and the focus stays where it was. */
let justChosen: Chosen | undefined

/** The language of the interface in this browser; conversations are in whichever they are. */
export function LanguageChoice() {
  const router = useRouter()
  const words = useLateTexts().settings
  const [focused] = useState(() => justChosen)
  const [chosen, setChosen] = useState<Chosen>(justChosen ?? 'browser')
  useEffect(() => {
    // Not where this is the page on which it is chosen: somebody may have done so before this runs.
    if (focused !== undefined) justChosen = undefined
    setChosen(chosenLanguage() ?? 'browser')
  }, [focused])

  function choose(value: Chosen) {
    justChosen = value
    setChosen(value)
    keepCookie(LANGUAGE_COOKIE, value === 'browser' ? null : value)
    router.refresh()
  }

  return (
    <Choices
      title={words.language}
      choices={[
        { value: 'browser', label: words.language_browser, about: words.language_browser_about },
        { value: 'en', label: NAMES.en, lang: 'en' },
        { value: 'de', label: NAMES.de, lang: 'de' },
      ]}
      chosen={chosen}
      focused={focused}
      onChoose={choose}
    />
  )
}

function chosenLanguage(): Language | undefined {
  const cookies = document.cookie.split('; ').map((cookie) => cookie.split('='))
  return parseLanguage(cookies.find(([name]) => name === LANGUAGE_COOKIE)?.[1])
}
