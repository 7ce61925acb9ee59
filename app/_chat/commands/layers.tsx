'use client'

import { HelpSheet } from './help-sheet.tsx'
import { Palette } from './palette.tsx'

/** Loaded together, when the first of them is opened. */
export { HelpSheet, Palette }
