'use client'

import { createContext, useContext } from 'react'

/** What is around a conversation where it is shown. */
export interface Surrounding {
  /**
   * All of it is made at once, by the server as well, and what is folded too: it is read without script, found and printed.
   * Else what is dear comes when there is a moment for it, and what is folded when it is opened.
   */
  isWhole: boolean
  /** Where an upload can be had, by the `data` of its source; null where it cannot. */
  uploadAddress: (data: string) => string | null
  /** There is a message that a copy of a picture can go with. */
  takesPictures: boolean
}

/** An upload of this installation, for those who may see it. */
export const ownUpload = (data: string): string => `/api/${data}`

/** A chat. */
const SurroundingContext = createContext<Surrounding>({
  isWhole: false,
  uploadAddress: ownUpload,
  takesPictures: true,
})

export const SurroundedBy = SurroundingContext.Provider

export function useSurrounding(): Surrounding {
  return useContext(SurroundingContext)
}
