import { z } from 'zod'

export const Role = z.enum(['user', 'assistant', 'system', 'tool'])
export type Role = z.infer<typeof Role>
