import { HostedToolChoices } from '../../canonical/hosted-tool-choice.ts'
import { newToolUseId } from '../../canonical/id.ts'
import { refusalsOf } from '../../canonical/model-refusal.ts'
import { effortsOf } from '../../canonical/reasoning-effort.ts'
import { createLogger } from '../../log.ts'
import type { AdapterConfig } from '../adapter.ts'
import { defaultWireName } from '../answer/served-model.ts'
import { effortWords } from '../history/reasoning-effort.ts'
import { isOwnServer } from '../own-server.ts'
import type { Protocol, Target } from '../protocol.ts'
import { UNMEASURED_TOOLS, type Wire } from '../provider.ts'
import { endpointUrl } from './endpoint.ts'
import { ModelInspector } from './inspection.ts'
import { RefusedFields } from './refused-fields.ts'
import type { Timing } from './retry.ts'

/** What a provider and the catalog say where the configuration says nothing. */
export interface ProviderDefaults extends Omit<Wire, 'protocol' | 'sample' | 'reasons'> {
  /** Provider key where the configuration gives none. */
  name: string
  base_url: string | null
  capabilities: NonNullable<AdapterConfig['capabilities']>
  /** What the catalog tells the protocol of a model; `config.options` wins. */
  options?: (model: string) => object
  /** What each format keeps with an answer beside its content. */
  extras?: Target['extras']
}

export type AdapterSettings = ReturnType<typeof resolveSettings>

/** The configuration with every default in its place. */
export function resolveSettings(
  protocol: Protocol,
  config: Omit<AdapterConfig, 'type'>,
  defaults: ProviderDefaults,
  timing: Timing,
) {
  const { timeout_seconds = 600, idle_timeout_seconds = 120, options = {}, extra_headers = {} } = config
  // A key from a file or a shell often ends in a line break.
  const apiKey = config.api_key?.trim() || null
  const timeouts = { timeoutMs: timeout_seconds * 1000, idleTimeoutMs: idle_timeout_seconds * 1000 }
  const baseUrl = config.base_url ?? defaults.base_url
  if (baseUrl === null) throw new TypeError(`${defaults.name} has no address that everybody shares: give it a base_url`)
  const now = config.now ?? Date.now
  const inspectionUrl = endpointUrl(baseUrl, protocol.inspection?.path ?? '', protocol.root)
  const inspector = new ModelInspector(
    protocol.inspection,
    { fetch: config.fetch, url: inspectionUrl, ...timeouts },
    now,
  )
  const atHome = isOwnServer(baseUrl, defaults.base_url) ? {} : defaults.options_at_home
  /** What catalog and configuration say, whatever the host has said. */
  const declared = {
    capabilities:
      config.capabilities ??
      ((model: string) => ({ ...defaults.capabilities(model), ...config.known_capabilities?.(model) })),
    options: (model: string) => ({ ...atHome, ...defaults.options?.(model), ...options }),
  }
  const wireName = config.wire_name ?? defaultWireName
  const modelOptions = (model: string) => ({
    ...atHome,
    ...defaults.options?.(model),
    ...inspector.known(wireName(model))?.options,
    ...options,
  })
  const name = config.name ?? defaults.name
  const log = config.log ?? createLogger()
  return {
    protocol,
    timing,
    name,
    url: endpointUrl(baseUrl, protocol.path, protocol.root),
    inspector,
    declared,
    fetch: config.fetch,
    apiKey,
    extraHeaders: extra_headers,
    /** What no error may show. */
    secrets: [
      apiKey ?? '',
      ...Object.values(extra_headers).flatMap((value) => [value, value.replace(/^(bearer|basic) /i, '')]),
    ],
    ...timeouts,
    maxRetries: config.max_retries ?? 2,
    /** Where many makers' models are served, the model's name says whose it is: `maker/model`. */
    toolOverhead: (model: string | undefined) => {
      const [maker = ''] = model === undefined ? [] : wireName(model).split('/')
      return defaults.tool_overhead_by_maker?.[maker] ?? defaults.tool_overhead ?? UNMEASURED_TOOLS
    },
    pictureCost: defaults.picture_cost,
    extras: defaults.extras,
    capabilities:
      config.capabilities ??
      ((model: string) => ({
        ...declared.capabilities(model),
        ...inspector.known(wireName(model))?.capabilities,
        ...config.known_capabilities?.(model),
      })),
    options,
    /** The provider's own tools that every request offers which says nothing of them; null where the installation does not either. */
    hostedTools: HostedToolChoices.optional().parse(options.hosted_tools) ?? null,
    modelOptions,
    efforts: (model: string) => effortsOf(effortWords(modelOptions(model)) ?? []),
    takesTemperature: (model: string) => modelOptions(model).sampling !== false,
    refuses: (model: string) => refusalsOf(modelOptions(model), effortWords(modelOptions(model)) ?? []),
    wireName,
    newToolUseId: config.newToolUseId ?? newToolUseId,
    now,
    log,
    refused: new RefusedFields(protocol.optional, name, log),
  }
}
