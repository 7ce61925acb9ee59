/** Who asks: of every request, and of every turn, tool and stored session that comes of one. */
export interface Principal {
  readonly id: string
}

/** There is no sign-in yet: whoever reaches this server is its owner. */
export const LOCAL_OWNER: Principal = { id: 'local' }
