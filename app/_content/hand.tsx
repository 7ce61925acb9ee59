/** Whose hand: the mark of a provider. It says nothing that is not said in words beside it. */
export function Hand({ provider }: { provider: string }) {
  return <span aria-hidden="true" className="hand" data-hand={provider} />
}
