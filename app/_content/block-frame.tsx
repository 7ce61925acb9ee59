'use client'

import { type ComponentType, createContext, type ReactNode, useContext } from 'react'

export interface BlockPlace {
  message_id: string
  /** Its place in the content of its message. */
  block: number
}

type Frame = ComponentType<BlockPlace & { children: ReactNode }>

const FrameContext = createContext<Frame | null>(null)

/** Around each block of a conversation, where each can be chosen by itself. */
export const FramedBy = FrameContext.Provider

export function useIsFramed(): boolean {
  return useContext(FrameContext) !== null
}

export function BlockFrame({ children, ...place }: BlockPlace & { children: ReactNode }) {
  const Frame = useContext(FrameContext)
  return Frame ? <Frame {...place}>{children}</Frame> : children
}
