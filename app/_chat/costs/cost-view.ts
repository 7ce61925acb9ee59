/** What is told of costs: of the whole chat, of one turn, of the next message, or of that at one model. */
export type CostView = { of: 'chat' } | { of: 'turn'; id: string } | { of: 'next' } | { of: 'model'; id: string }
