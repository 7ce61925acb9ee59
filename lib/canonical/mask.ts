/** Stands where something was masked: as wide for one letter as for a thousand, and with nothing behind it. */
export const MASK = '████████'
