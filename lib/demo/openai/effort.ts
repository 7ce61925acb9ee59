/** Efforts with which a model thinks before every answer. */
export const MUCH_EFFORT: ReadonlySet<string> = new Set(['medium', 'high', 'xhigh'])
