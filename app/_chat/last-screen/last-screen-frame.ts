/** Of the element that both sides make: nothing in it can be reached until it is the transcript. */
export const LAST_SCREEN_FRAME = { inert: true, 'aria-hidden': true } as const
