import type { AdapterType, ProviderAdapter } from '../adapters/adapter.ts'
import { describeNetworkFailure } from '../adapters/failure/network-failure.ts'
import { isOwnServer } from '../adapters/own-server.ts'
import { FURTHER_PROTOCOLS, type ProviderKey, wiresOf } from '../adapters/provider.ts'
import { createAdapter, knownProvider, wireOf } from '../adapters/registry.ts'
import { assertNever } from '../assert-never.ts'
import { AdapterError } from '../canonical/error.ts'
import { newId } from '../canonical/id.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { ProviderSettings } from '../provider-env.ts'
import { redact } from '../redact.ts'
import { shortened } from '../shortened.ts'
import { askForList } from './ask-for-list.ts'

/** How it went to ask a provider with these settings, in words for people. */
export interface Trial {
  works: boolean
  problem: 'key_refused' | 'unreachable' | 'no_list' | 'no_models' | 'no_credit' | 'refused' | null
  message: string
  /** How many models its list has; `null` where it has none. */
  models: number | null
}

/** A person waits for it. */
const PATIENCE_MS = 10_000

/** Of the provider's own words. */
const MOST_WORDS = 200

/** Asks the provider once whether these settings work: for its list of models, or what else tells a good key from a bad one. */
export async function tryProvider(settings: ProviderSettings): Promise<Trial> {
  const provider = knownProvider(settings.id)
  const first = provider ? wiresOf(provider)[0]?.[0] : FURTHER_PROTOCOLS[0]
  const type = settings.protocol ?? first ?? FURTHER_PROTOCOLS[0]
  // Of another host that speaks as this one does, none of it is known.
  const isHome = provider !== undefined && !isOwnServer(settings.baseUrl, provider.base_url)
  const check = isHome ? provider.key?.checked_by : undefined
  try {
    const models = await listIfAny(settings, type, check)
    if (settings.apiKey !== null && check !== undefined) await checkKey(settings, type, check)
    if (models === 0 && settings.models.length === 0) return fault(settings, 'no_models', '')
    const found = models === null ? 'The key works.' : `${settings.label}: ${counted(models)}.`
    return { works: true, problem: null, message: found, models }
  } catch (error) {
    return faultOf(settings, error)
  }
}

/** `null` where the provider has no list, and what is asked instead tells all. */
async function listIfAny(settings: ProviderSettings, type: AdapterType, check: ProviderKey['checked_by']) {
  try {
    return (await askForList(settings, type, { timeoutMs: PATIENCE_MS })).length
  } catch (error) {
    const isMissing = error instanceof AdapterError && error.error_class === 'not_found'
    if (isMissing && (check === 'question' || settings.models.length > 0)) return null
    throw error
  }
}

async function checkKey(settings: ProviderSettings, type: AdapterType, check: NonNullable<ProviderKey['checked_by']>) {
  if (check === 'question') return await askSample(settings, type)
  try {
    await askForList(settings, type, { timeoutMs: PATIENCE_MS, path: check.path })
  } catch (error) {
    // An answer that is no list is one all the same.
    if (!(error instanceof AdapterError) || error.provider_status !== 200) throw error
  }
}

/** A few tokens: the key is good unless it is the key that is refused. */
async function askSample(settings: ProviderSettings, type: AdapterType): Promise<void> {
  const { id: name, apiKey: api_key, options } = settings
  const { sample } = wireOf({ type, name })
  const adapter: ProviderAdapter = createAdapter({
    type,
    name,
    api_key,
    options,
    max_retries: 0,
    timeout_seconds: PATIENCE_MS / 1_000,
  })
  try {
    const session_id = newId()
    await adapter.complete({
      request_id: newId(),
      session_id,
      messages: [
        {
          id: newId(),
          session_id,
          role: 'user',
          content: [{ type: 'text', text: 'Hi' }],
          metadata: {},
          created_at: formatTimestamp(Date.now() * 1_000),
          schema_version: 1,
        },
      ],
      tools: [],
      system_prompt: null,
      model: `${name}:${sample}`,
      max_output_tokens: 16,
    })
  } catch (error) {
    if (!(error instanceof AdapterError) || ['auth', 'billing', 'network'].includes(error.error_class)) throw error
  } finally {
    await adapter.close()
  }
}

function faultOf(settings: ProviderSettings, error: unknown): Trial {
  if (!(error instanceof AdapterError))
    return fault(settings, 'unreachable', redact(describeNetworkFailure(error), secretsOf(settings)))
  const status = error.provider_status === null ? '' : String(error.provider_status)
  const words = shortened(redact(error.provider_message, secretsOf(settings)), MOST_WORDS)
  const said = [status, words].filter(Boolean).join(': ')
  switch (error.error_class) {
    case 'auth':
      return fault(settings, 'key_refused', said)
    case 'billing':
      return fault(settings, 'no_credit', said)
    case 'network':
      return fault(settings, 'unreachable', words)
    case 'not_found':
      return fault(settings, 'no_list', said)
    default:
      return fault(settings, 'refused', said)
  }
}

function fault(settings: ProviderSettings, problem: NonNullable<Trial['problem']>, said: string): Trial {
  const why = said === '' ? '' : ` (${said.replace(/\.$/, '')})`
  return { works: false, problem, message: `${wordsOf(problem, settings)}${why}.`, models: null }
}

function wordsOf(problem: NonNullable<Trial['problem']>, { label, apiKey, baseUrl }: ProviderSettings): string {
  const where = baseUrl ?? label
  switch (problem) {
    case 'key_refused':
      return apiKey === null ? `${label} asks for a key` : `${label} refuses this key`
    case 'no_credit':
      return `${label} takes this key, and the account behind it has no credit`
    case 'unreachable':
      return `${where} cannot be reached, so nothing is known of the key`
    case 'no_list':
      return `${where} answers, but not with a list of models: look at the address, or name the models yourself`
    case 'no_models':
      return `${where} answers, and has no models`
    case 'refused':
      return `${where} answers with an error`
    default:
      return assertNever(problem)
  }
}

function counted(models: number): string {
  return models === 1 ? '1 model' : `${models} models`
}

function secretsOf({ apiKey }: ProviderSettings): string[] {
  return apiKey === null ? [] : [apiKey]
}
