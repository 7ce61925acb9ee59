import type { Principal } from '#lib/principal.ts'

export const member = (id: string): Principal => ({ id, role: 'member', teams: [] })
