import type {
  BudgetSpentError,
  BudgetSubjectError,
  BudgetTakenError,
  UnknownBudgetError,
} from '../budgets/budget-error.ts'
import type { ImportStateError, ImportTooLargeError, UnknownImportError } from '../import/import-error.ts'
import type { UnsupportedMediaError } from '../media/store-picture.ts'
import type { UnreadableDocumentError } from '../media/unreadable-document.ts'
import type { UnknownModelError } from '../models/unknown-model.ts'
import type { DownloadError } from '../net/download.ts'
import type { TooManyAttemptsError } from '../people/attempts.ts'
import type { TooBusyError } from '../people/passwords.ts'
import type {
  ChallengeUnusableError,
  CopiedPasskeyError,
  EmailTakenError,
  LastCredentialError,
  LastOwnerError,
  LinkUnusableError,
  OidcError,
  PasskeyRefusedError,
  PasskeyTakenError,
  ProofRequiredError,
  RoleRequiredError,
  TeamNameTakenError,
  TooManyPasskeysError,
  UnknownPasskeyError,
  UnknownPersonError,
  UnknownTeamError,
  WrongCredentialsError,
} from '../people/refused.ts'
import type { PolicyDeniedError } from '../policy/policy.ts'
import type { UnreadablePricesError } from '../pricing/import/imported-prices.ts'
import type { InvalidPricesError, PriceConflictError } from '../pricing/prices.ts'
import type { SecretError } from '../provider-setup/secret.ts'
import type { SetupFault } from '../provider-setup/setup-fault.ts'
import type { RepriceConflictError, UnknownVersionError } from '../repricing/refused-reprice.ts'
import type { InvalidRulesError, RulesConflictError } from '../routing/routing-rules.ts'
import type {
  NothingToShareError,
  PreviewOutdatedError,
  SecretsFoundError,
  ShareFieldError,
  ShareLinkLostError,
  SharePasswordError,
  ShareRangeError,
  ShareTooLargeError,
  UnknownShareError,
} from '../share/refused.ts'
import type { LaterDeletionError, UnknownDeletionError } from '../store/deletion.ts'
import type { ImportBusyError } from '../store/import-store.ts'
import type { StorageError } from '../store/storage-error.ts'
import type { BadCursorError, UnknownMessageError, UnknownSessionError } from '../store/store.ts'
import type { BriefFailedError } from '../switching/brief-failed.ts'
import type { DescriptionFailedError } from '../turn/describe-pictures.ts'
import type { ContentTooLargeError } from '../turn/turn-content.ts'
import type { InvalidContentError, NoModelError, TurnInProgressError } from '../turn/turn-error.ts'
import type { UsageRangeError } from '../usage/usage-range.ts'
import type { IdempotencyMismatchError } from './idempotency.ts'
import type { NameTakenError, TooManyError } from './presets.ts'

/** Every ordinary way in which what was asked for cannot be done. */
export type Refusal =
  | UnknownSessionError
  | UnknownMessageError
  | UnknownDeletionError
  | LaterDeletionError
  | BadCursorError
  | TurnInProgressError
  | UnknownModelError
  | NoModelError
  | DescriptionFailedError
  | BriefFailedError
  | InvalidContentError
  | ContentTooLargeError
  | UnsupportedMediaError
  | UnreadableDocumentError
  | DownloadError
  | StorageError
  | IdempotencyMismatchError
  | PolicyDeniedError
  | SetupFault
  | SecretError
  | ImportBusyError
  | ImportStateError
  | ImportTooLargeError
  | UnknownImportError
  | NameTakenError
  | TooManyError
  | InvalidPricesError
  | PriceConflictError
  | InvalidRulesError
  | RulesConflictError
  | UnreadablePricesError
  | UsageRangeError
  | UnknownVersionError
  | RepriceConflictError
  | BudgetSpentError
  | BudgetSubjectError
  | BudgetTakenError
  | UnknownBudgetError
  | WrongCredentialsError
  | TooManyAttemptsError
  | TooBusyError
  | LinkUnusableError
  | EmailTakenError
  | LastOwnerError
  | UnknownPersonError
  | RoleRequiredError
  | TeamNameTakenError
  | UnknownTeamError
  | OidcError
  | UnknownPasskeyError
  | TooManyPasskeysError
  | ProofRequiredError
  | PasskeyTakenError
  | PasskeyRefusedError
  | LastCredentialError
  | CopiedPasskeyError
  | ChallengeUnusableError
  | NothingToShareError
  | PreviewOutdatedError
  | SecretsFoundError
  | ShareFieldError
  | ShareLinkLostError
  | SharePasswordError
  | ShareRangeError
  | ShareTooLargeError
  | UnknownShareError

const NAMES = {
  UnknownSessionError: true,
  UnknownMessageError: true,
  UnknownDeletionError: true,
  LaterDeletionError: true,
  BadCursorError: true,
  TurnInProgressError: true,
  UnknownModelError: true,
  NoModelError: true,
  DescriptionFailedError: true,
  BriefFailedError: true,
  InvalidContentError: true,
  ContentTooLargeError: true,
  UnsupportedMediaError: true,
  UnreadableDocumentError: true,
  DownloadError: true,
  StorageError: true,
  IdempotencyMismatchError: true,
  PolicyDeniedError: true,
  SetupFault: true,
  SecretError: true,
  ImportBusyError: true,
  ImportStateError: true,
  ImportTooLargeError: true,
  UnknownImportError: true,
  NameTakenError: true,
  TooManyError: true,
  InvalidPricesError: true,
  PriceConflictError: true,
  InvalidRulesError: true,
  RulesConflictError: true,
  UnreadablePricesError: true,
  UsageRangeError: true,
  UnknownVersionError: true,
  RepriceConflictError: true,
  BudgetSpentError: true,
  BudgetSubjectError: true,
  BudgetTakenError: true,
  UnknownBudgetError: true,
  WrongCredentialsError: true,
  TooManyAttemptsError: true,
  TooBusyError: true,
  LinkUnusableError: true,
  EmailTakenError: true,
  LastOwnerError: true,
  UnknownPersonError: true,
  RoleRequiredError: true,
  TeamNameTakenError: true,
  UnknownTeamError: true,
  OidcError: true,
  UnknownPasskeyError: true,
  TooManyPasskeysError: true,
  ProofRequiredError: true,
  PasskeyTakenError: true,
  PasskeyRefusedError: true,
  LastCredentialError: true,
  CopiedPasskeyError: true,
  ChallengeUnusableError: true,
  NothingToShareError: true,
  PreviewOutdatedError: true,
  SecretsFoundError: true,
  ShareFieldError: true,
  ShareLinkLostError: true,
  SharePasswordError: true,
  ShareRangeError: true,
  ShareTooLargeError: true,
  UnknownShareError: true,
} as const satisfies Record<Refusal['name'], true>

/** Told by name: a bundler may load a class once for the server and once for a route, and `instanceof` sees two. */
export function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Error && Object.hasOwn(NAMES, thrown.name)
}
