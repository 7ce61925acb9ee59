'use client'

import { createChoice } from './choice.ts'

/** Whether long lines of code are wrapped. */
export const { useChosen: useCodeWrap, choose: setCodeWrap } = createChoice('code-wrap')
