/** Of the address of a chat: the questions whose answers stand side by side. */
export const COMPARISON = 'compare'
