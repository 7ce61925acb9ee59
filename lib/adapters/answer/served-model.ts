import { parseModelId } from '../../canonical/id.ts'

/** Canonical id of the model that a response names: under the provider that was asked, or the asked-for id itself. */
export function servedModel(asked: string, wireName: string): (named: string | null | undefined) => string {
  const provider = parseModelId(asked)?.provider
  return (named) => (!named || named === wireName || provider === undefined ? asked : `${provider}:${named}`)
}

/** What a model is called on the wire: the id after its first colon, verbatim (design §3.6). */
export function defaultWireName(model: string): string {
  return parseModelId(model)?.name ?? model
}
