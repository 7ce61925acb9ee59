import type { AdapterCapabilities, DocumentLimits } from '../canonical/capabilities.ts'
import type { ModelOptions } from '../models/model-entry.ts'
import type { AdapterType } from './adapter.ts'
import type { ToolOverhead } from './history/estimate.ts'
import type { PictureCost } from './history/picture-tokens.ts'
import type { Protocol } from './protocol.ts'

/** One wire format as one provider speaks it: all that is not in the protocol. */
export interface Wire {
  protocol: Protocol
  /** `UNMEASURED_TOOLS` where it is not said. */
  tool_overhead?: ToolOverhead
  /** For a host that serves the models of many, by the name before the slash. */
  tool_overhead_by_maker?: Readonly<Record<string, ToolOverhead>>
  /** By area where it is not said. */
  picture_cost?: PictureCost
  /** Options for its protocol at its own address: of another host that speaks as it does, none of this is known. */
  options_at_home?: Readonly<Record<string, unknown>>
  /**
   * How a model here is asked to reason that is said to reason, by the list of the host or by the installation, and of which
   * nothing more is known. Of one that nobody speaks of nothing is asked.
   */
  reasons?: ModelOptions
  /** What its models take of documents where the catalog says nothing of them; at any address, or at its own alone. */
  documents?: DocumentLimits
  documents_by_maker?: Readonly<Record<string, DocumentLimits>>
  documents_at_home?: DocumentLimits
  /** What a model takes of them of which the host's list says that it reads files itself; nothing more where it is not said. */
  documents_listed?: DocumentLimits
  /** A small model that shows what there is to see: whom the recorder of cassettes asks. */
  sample: string
}

/** What tools cost where no count was recorded: as at Ollama, so that nothing is thought to fit that does not. */
export const UNMEASURED_TOOLS: ToolOverhead = { set: 60, schema: 1 }

/**
 * A place that serves models, and all that Metis knows of it: a file of data in `providers/`. The environment, the
 * composition root, `.env.example`, the README, the conformance suite and the recorder read these records.
 */
export interface Provider {
  /** Before the colon of its model ids, and `metadata.provider` of its answers. */
  id: string
  /** As its makers write it. */
  label: string
  /** For the README and `.env.example`: what it is and what its variables mean, beyond what holds for every one. */
  about: string
  variables: ProviderVariables
  /** Where it is when no address is given; `null` where everybody has an address of their own. */
  base_url: string | null
  /** Either of these alone sets it up: a key says that somebody has an account, an address that a server is there. */
  set_up_by: readonly ('key' | 'address')[]
  /** What people are told of its keys; nothing for a server that asks for none. */
  key?: ProviderKey
  /** The formats that it speaks. */
  wires: Partial<Readonly<Record<AdapterType, Wire>>>
  /** Which of them a model takes, for a provider with several; the first where it is not said. */
  wireOf?: (modelId: string, place: { isOwnServer: boolean }) => AdapterType
  /**
   * Where its models are known from: the shipped catalog (at another address the list of the server there), the list of
   * its server, or nowhere but from `models` and from what the installation names.
   */
  models_from: 'catalog' | 'list' | 'names'
  /** Models that it is known to have, offered until it lists its own. */
  models?: readonly string[]
  /** Models of a server on this machine that it runs elsewhere all the same, by their ids. */
  elsewhere?: RegExp
  /** What stands before the names in its list, and is no part of them. */
  listed_prefix?: string
  /** What holds for its models that the catalog does not have, where it is not what is assumed of such a one. */
  assumes?: ModelClaims
  /** What is documented of single models that the catalog does not have, by the name that goes on the wire. */
  knows?: Readonly<Record<string, ModelClaims>>
}

export interface ProviderKey {
  /** Where people get one. */
  page: string
  /** How its keys begin; of several providers with the same beginning none is meant. */
  starts?: readonly string[]
  /**
   * What tells a good key from a bad one. The list of models where it is not said; where that is for everybody, another
   * address that is free, below the root, or else a question of a few tokens to the sample of its wire.
   */
  checked_by?: { path: string } | 'question'
}

export interface ModelClaims {
  capabilities?: Partial<AdapterCapabilities>
  options?: ModelOptions
}

export interface ProviderVariables {
  api_key?: string
  base_url: string
  /** Models by name, with commas between them: for a host that cannot list them. */
  models?: string
  /** Which of its wires all its models take, where it has several. */
  protocol?: string
  /** Options of its protocol, each by the variable that it is read from. */
  options?: Readonly<Record<string, string>>
}

/** What a provider that only this installation has can speak; the first is that of a host which nobody knows. */
export const FURTHER_PROTOCOLS = ['openai', 'openai-responses', 'anthropic', 'ollama'] as const satisfies AdapterType[]

/** As people know them. */
export const PROTOCOL_LABELS: Readonly<Record<(typeof FURTHER_PROTOCOLS)[number], string>> = {
  openai: 'Chat Completions',
  'openai-responses': 'Responses',
  anthropic: 'Messages',
  ollama: 'Ollama',
}

/** The names of its variables, in the order in which people set them. */
export function variableNames({ variables }: Pick<Provider, 'variables'>): string[] {
  const { api_key, base_url, models, protocol, options = {} } = variables
  return [api_key, base_url, models, protocol, ...Object.values(options)].filter((name) => name !== undefined)
}

/** Its wires by the type of adapter, in their order. */
export function wiresOf(provider: Provider): readonly (readonly [AdapterType, Wire])[] {
  return Object.entries(provider.wires) as [AdapterType, Wire][]
}
