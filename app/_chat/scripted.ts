'use client'

import { createContext, useContext } from 'react'
import { useModels } from '../_client/use-api.ts'

/** As the server knew it when it made the page: what is shown for it has its place before the models have come. */
export const ScriptedAtFirst = createContext(false)

/** Whether a script answers where nothing else was chosen: no key is there. */
export function useScripted(): boolean {
  const atFirst = useContext(ScriptedAtFirst)
  const { data } = useModels()
  return data ? data.models.find(({ id }) => id === data.default)?.scripted === true : atFirst
}
