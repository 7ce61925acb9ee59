import { assertNever } from '#lib/assert-never.ts'
import { isRefusal, type Refusal } from '#lib/session/refusal.ts'
import { HttpError, invalidRequest, notFound } from './http-error.ts'

/** The place in the contract of what was thrown, or none: then it is a fault of our own. */
export function asHttpError(thrown: unknown): HttpError | undefined {
  if (thrown instanceof HttpError) return thrown
  return isRefusal(thrown) ? refusalError(thrown) : undefined
}

function refusalError(refusal: Refusal): HttpError {
  const { message } = refusal
  switch (refusal.name) {
    case 'UnknownSessionError':
      return notFound('the session')
    case 'UnknownMessageError':
      return notFound('the message')
    case 'UnknownDeletionError':
      return notFound('a deletion that could be undone')
    case 'LaterDeletionError':
      return new HttpError('deleted_since', message)
    case 'BadCursorError':
    case 'UsageRangeError':
      return invalidRequest([{ path: refusal.parameter, problem: message }])
    case 'TurnInProgressError':
      return new HttpError('turn_in_progress', message)
    case 'UnknownModelError':
      return new HttpError('unknown_model', message, { model: refusal.model, near_matches: [...refusal.near] })
    case 'BriefFailedError':
      return new HttpError('brief_failed', message)
    case 'DescriptionFailedError':
      return new HttpError('description_failed', message)
    case 'NoModelError':
      return new HttpError('no_model', message, { chain: refusal.chain, options: refusal.options })
    case 'ContentTooLargeError':
      return new HttpError('too_large', message, { limit_bytes: refusal.limit })
    case 'UnsupportedMediaError':
    case 'UnreadableDocumentError':
      return new HttpError('unsupported_media', message)
    case 'DownloadError':
      return new HttpError('download_failed', message, { reason: refusal.kind })
    case 'ImportBusyError':
      return new HttpError('import_running', message)
    case 'ImportStateError':
      return new HttpError('import_not_ready', message)
    case 'ImportTooLargeError':
      return new HttpError('too_large', message, { limit_bytes: refusal.limit })
    case 'UnknownImportError':
      return notFound('the import')
    case 'NameTakenError':
    case 'TeamNameTakenError':
      return new HttpError('name_taken', message)
    case 'InvalidPricesError': {
      const { faults } = refusal
      return new HttpError('invalid_prices', message, { faults: faults.slice(0, 100), total: faults.length })
    }
    case 'UnreadablePricesError':
      return new HttpError('invalid_prices', message, { faults: [], total: 0 })
    case 'PriceConflictError':
      return new HttpError('price_conflict', message)
    case 'InvalidRulesError': {
      const [{ line, problem: reason }] = refusal.faults
      return new HttpError('invalid_rules', message, { line, reason, faults: refusal.faults.slice(0, 100) })
    }
    case 'RulesConflictError':
      return new HttpError('rules_conflict', message, { version: refusal.version })
    case 'UnknownVersionError':
      return invalidRequest([{ path: 'pricing_version', problem: message }])
    case 'RepriceConflictError':
      return new HttpError('reprice_conflict', message, { reprice_id: refusal.reprice_id })
    case 'WrongCredentialsError':
      return new HttpError('wrong_credentials', message)
    case 'TooManyAttemptsError':
    case 'TooBusyError': {
      const seconds = 'seconds' in refusal ? refusal.seconds : 5
      return new HttpError('too_many_attempts', message, { seconds }, { 'retry-after': String(seconds) })
    }
    case 'LinkUnusableError':
      return new HttpError('link_unusable', message)
    case 'EmailTakenError':
      return new HttpError('email_taken', message)
    case 'LastOwnerError':
      return new HttpError('last_owner', message)
    case 'UnknownPersonError':
      return notFound('the person')
    case 'UnknownTeamError':
      return notFound('the team')
    case 'RoleRequiredError':
      return new HttpError('role_required', message)
    case 'UnknownPasskeyError':
      return new HttpError('unknown_passkey', message)
    case 'PasskeyRefusedError':
      return new HttpError('passkey_refused', message)
    case 'CopiedPasskeyError':
      return new HttpError('passkey_copied', message)
    case 'ChallengeUnusableError':
      return new HttpError('challenge_unusable', message)
    case 'ProofRequiredError':
      return new HttpError('proof_required', message)
    case 'PasskeyTakenError':
      return new HttpError('passkey_taken', message)
    case 'OidcError':
      return new HttpError('oidc_failed', message, { problem: refusal.problem })
    case 'LastCredentialError':
      return new HttpError('last_credential', message)
    case 'TooManyPasskeysError':
    case 'TooManyError':
      return new HttpError('too_many', message, { limit: refusal.limit })
    case 'IdempotencyMismatchError':
      return new HttpError('idempotency_mismatch', message)
    case 'BudgetSpentError': {
      const { reason, estimate_usd, standing } = refusal
      const { left_usd, ends_at } = standing
      const { scope, period, limit_usd, route_to } = standing.budget
      const details = { reason, scope, period, limit_usd, left_usd, estimate_usd, ends_at, route_to }
      return new HttpError('budget_spent', message, details)
    }
    case 'ShareRangeError':
    case 'ShareFieldError':
      return invalidRequest([{ path: refusal.field, problem: message }])
    case 'NothingToShareError':
      return invalidRequest([{ path: '', problem: message }])
    case 'SecretsFoundError':
      return new HttpError('secrets_found', message, { findings: [...refusal.findings] })
    case 'PreviewOutdatedError':
      return new HttpError('preview_outdated', message)
    case 'ShareTooLargeError':
      return new HttpError('too_large', message, { limit_bytes: refusal.limit })
    case 'UnknownShareError':
      return notFound('the share')
    case 'ShareLinkLostError':
      return new HttpError('link_lost', message)
    case 'SharePasswordError':
      return new HttpError('password_required', message)
    case 'BudgetSubjectError':
      return invalidRequest([{ path: refusal.field, problem: message }])
    case 'BudgetTakenError':
      return new HttpError('budget_taken', message)
    case 'UnknownBudgetError':
      return notFound('the budget')
    case 'PolicyDeniedError':
      return new HttpError('policy_denied', message)
    case 'SetupFault':
      return invalidRequest([{ path: refusal.path, problem: message }])
    case 'SecretError':
      return new HttpError('secret_unusable', message)
    case 'InvalidContentError':
      return invalidRequest(refusal.faults)
    case 'StorageError':
      return refusal.kind === 'full'
        ? new HttpError('storage_full', message, { kind: refusal.kind })
        : new HttpError('storage_unavailable', message, { kind: refusal.kind })
    default:
      return assertNever(refusal)
  }
}
