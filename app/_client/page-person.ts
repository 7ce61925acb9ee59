'use client'

import { useEffect } from 'react'
import { PERSON_HEADER } from '#lib/api/person-header.ts'

/** Where it is noted whose what this browser keeps is. */
export const WHOSE = 'person'

/** As whom this page was loaded, by the `data-person` of the document; null where nobody signs in. */
export function pagePerson(): string | null {
  return document.documentElement.dataset.person ?? null
}

/** Says with a request as whom it is meant: the cookie that goes along is that of whoever signed in last, in any tab. */
export function personHeaders(): Record<string, string> {
  const person = pagePerson()
  return person === null ? {} : { [PERSON_HEADER]: person }
}

/** Nothing of a page stays for somebody else, and its address was a chat of whoever had it. */
export function leaveToTheirs(): void {
  location.assign('/')
}

let isLeft = false

/** Whether somebody signs out on this page: what it had asked before is refused then, and leads nowhere else. */
export function isBeingLeft(): boolean {
  return isLeft
}

export function leaving(is: boolean): void {
  isLeft = is
}

/** Leaves the page where somebody else signs in in another tab, before anything is said as them. */
export function useSamePerson(): void {
  useEffect(() => {
    const look = ({ key, newValue }: StorageEvent) => {
      const person = pagePerson()
      if (key === WHOSE && person !== null && newValue !== null && newValue !== person) leaveToTheirs()
    }
    addEventListener('storage', look)
    return () => removeEventListener('storage', look)
  }, [])
}
