'use client'

import { createContext } from 'react'

/** Whether the reader may set up providers: on a server that others can reach that is for admins. */
export const MaySetUp = createContext(true)
