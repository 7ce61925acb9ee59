import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'

export type SwitchPreview = AnswerOf<EndpointOf<'/api/sessions/{id}/switch-preview', 'POST'>>
export type Way = SwitchPreview['ways'][number]
export type Draft = AnswerOf<EndpointOf<'/api/sessions/{id}/brief', 'POST'>>
export type Fate = SwitchPreview['dropped'][number]

/** A way on that has to be taken with the change. */
export type Resolution = 'leave_out' | 'describe'

/** Whether a person wants to know it before the chat goes on there. */
export function saysSomething(preview: SwitchPreview): boolean {
  const { refusal, fits, converted, dropped, closed_calls } = preview
  return refusal !== null || !fits || converted.length + dropped.length + closed_calls > 0 || losesCache(preview)
}

/** What is lost with the cache costs something. */
export function losesCache({ cache_lost, next_message_usd: { now, then } }: SwitchPreview): boolean {
  return cache_lost && Number(then ?? 0) > Number(now ?? 0)
}
