'use client'

import { createChoice } from '../choice.ts'

/** Whether diagrams are drawn, in place of what they are written as. What draws them is large: it is loaded by this choice alone. */
export const { useChosen: useDrawn, choose: setDrawn } = createChoice('diagrams')

export function isDiagram(language: string): boolean {
  return language.toLowerCase() === 'mermaid'
}
