import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Shows what a deed answered. What is on its way was perhaps read before it, and would turn it back. */
export function showAnswer<Answer>(client: QueryClient, queryKey: QueryKey, answer: Answer): void {
  void client.cancelQueries({ queryKey })
  client.setQueryData<Answer>(queryKey, answer)
}
