import type { z } from 'zod'
import { listAdminModels, testModel } from './admin-model.ts'
import { countSessions, deleteSessions, restoreSessions } from './all-sessions.ts'
import { importPicture, previewFile, readFile, uploadFile } from './attachment.ts'
import { beginBackup, readBackups } from './backup.ts'
import { changeBudget, createBudget, deleteBudget, listBudgets, listOwnBudgets } from './budget.ts'
import { listSessionCalls, readCallCost } from './call-cost.ts'
import { readDrift } from './drift.ts'
import type { Endpoint } from './endpoint.ts'
import { exportAll, exportSession, readExport, stopExport } from './export.ts'
import { applyImport, listImports, readImport, startImport, undoImport } from './import.ts'
import { readContract, readHealth } from './installation.ts'
import {
  deleteMessages,
  findInMessages,
  listMessages,
  listSiblings,
  listVersions,
  mapBranches,
  outlineMessages,
  readExchange,
  restoreMessages,
} from './message.ts'
import { listModels } from './model.ts'
import { carryOver, listEndingModels } from './model-end.ts'
import { readNextCost } from './next-cost.ts'
import { finishOidc, linkOidc, signInByOidc } from './oidc.ts'
import {
  addPasskey,
  askForNewPasskey,
  askForPasskey,
  listCredentials,
  removeCredential,
  signInByPasskey,
} from './passkey.ts'
import {
  changePerson,
  changeTeam,
  createTeam,
  deleteLeftChats,
  deleteTeam,
  exportLeftChats,
  handOverChats,
  invitePerson,
  listPeople,
  makePasswordLink,
  readAuditLog,
  removePerson,
  withdrawInvitation,
} from './people.ts'
import { changeSettings, readSettings } from './person-settings.ts'
import { changePreset, createPreset, deletePreset, listPresets } from './preset.ts'
import { importPrices, listPrices, publishPrices, readPrices } from './price.ts'
import { findLocalServers, keepProvider, listProviders, removeProvider, testProvider } from './provider.ts'
import { listProjections, listWireAnswers, readReceipt, readRefusal } from './receipt.ts'
import { listReprices, readReprice, repriceCalls, revertReprice } from './reprice.ts'
import { dryRunRouting } from './routing-dry-run.ts'
import { carryOverRouting, readCarriedRouting, readRouting, readRoutingVersion, saveRouting } from './routing-rule.ts'
import { searchMessages } from './search.ts'
import {
  beginScriptedChat,
  changeLabel,
  changeSession,
  createSession,
  deleteSession,
  forkSession,
  listLabels,
  listSessions,
  moveHead,
  readSession,
  restoreSession,
} from './session.ts'
import {
  createShare,
  forkShare,
  listShares,
  previewShare,
  readShareLink,
  readShareTotals,
  republishShare,
  revokeShare,
} from './share.ts'
import {
  acceptLink,
  changeMe,
  changePassword,
  endAuthSession,
  endOtherAuthSessions,
  listAuthSessions,
  openLink,
  readMe,
  signIn,
  signOut,
} from './sign-in.ts'
import { watchSession } from './stream.ts'
import { applyBrief, draftBrief, previewRequest, previewSwitch, readPortability, undoBrief } from './switching.ts'
import { cancelTurn, compareModels, startTurn, steerTurn } from './turn.ts'
import { readElsewhere, readMetrics, readRoutes, readUnreadWrites, readUsage } from './usage.ts'
import { verifyExport } from './verification.ts'

/** `HEAD` is what `GET` is without its body, and `OPTIONS` says what there is: neither is said of an address. */
export type ApiMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Every address of the server below `/api`, and what each of its methods takes and gives. */
export const CONTRACT = {
  '/api/health': { GET: readHealth },
  '/api/openapi.json': { GET: readContract },
  '/api/sign-in': { POST: signIn },
  '/api/sign-in/passkey': { POST: signInByPasskey },
  '/api/sign-in/passkey/options': { POST: askForPasskey },
  '/api/sign-in/oidc': { POST: signInByOidc },
  '/api/sign-in/oidc/callback': { GET: finishOidc },
  '/api/sign-out': { POST: signOut },
  '/api/me': { GET: readMe, PATCH: changeMe },
  '/api/me/password': { POST: changePassword },
  '/api/me/sessions': { GET: listAuthSessions, DELETE: endOtherAuthSessions },
  '/api/me/sessions/{id}': { DELETE: endAuthSession },
  '/api/me/credentials': { GET: listCredentials },
  '/api/me/credentials/{id}': { DELETE: removeCredential },
  '/api/me/oidc': { POST: linkOidc },
  '/api/me/passkeys': { POST: addPasskey },
  '/api/me/passkeys/options': { POST: askForNewPasskey },
  '/api/links/open': { POST: openLink },
  '/api/links/accept': { POST: acceptLink },
  '/api/admin/people': { GET: listPeople },
  '/api/admin/people/{id}': { PATCH: changePerson, DELETE: removePerson },
  '/api/admin/people/{id}/chats': { GET: exportLeftChats, PATCH: handOverChats, DELETE: deleteLeftChats },
  '/api/admin/people/{id}/password-link': { POST: makePasswordLink },
  '/api/admin/invitations': { POST: invitePerson },
  '/api/admin/invitations/{id}': { DELETE: withdrawInvitation },
  '/api/admin/teams': { POST: createTeam },
  '/api/admin/teams/{id}': { PATCH: changeTeam, DELETE: deleteTeam },
  '/api/admin/audit': { GET: readAuditLog },
  '/api/models': { GET: listModels },
  '/api/models/ending': { GET: listEndingModels },
  '/api/models/carry-over': { POST: carryOver },
  '/api/scripted-chats': { POST: beginScriptedChat },
  '/api/calls/{id}/cost': { GET: readCallCost },
  '/api/admin/models': { GET: listAdminModels },
  '/api/admin/models/test': { POST: testModel },
  '/api/admin/prices': { GET: listPrices, POST: publishPrices },
  '/api/admin/prices/import': { POST: importPrices },
  '/api/admin/prices/{version}': { GET: readPrices },
  '/api/admin/routing': { GET: readRouting, PUT: saveRouting },
  '/api/admin/routing/carry-over': { GET: readCarriedRouting, POST: carryOverRouting },
  '/api/admin/routing/dry-run': { POST: dryRunRouting },
  '/api/admin/routing/{version}': { GET: readRoutingVersion },
  '/api/admin/reprices': { GET: listReprices, POST: repriceCalls },
  '/api/admin/reprices/{id}': { GET: readReprice, DELETE: revertReprice },
  '/api/budgets': { GET: listOwnBudgets },
  '/api/admin/backups': { GET: readBackups, POST: beginBackup },
  '/api/admin/budgets': { GET: listBudgets, POST: createBudget },
  '/api/admin/budgets/{id}': { PATCH: changeBudget, DELETE: deleteBudget },
  '/api/admin/usage': { GET: readUsage },
  '/api/admin/usage/elsewhere': { GET: readElsewhere },
  '/api/admin/usage/cache-writes': { GET: readUnreadWrites },
  '/api/admin/usage/routing': { GET: readRoutes },
  '/api/admin/usage/drift': { GET: readDrift },
  '/api/metrics': { GET: readMetrics },
  '/api/providers': { GET: listProviders },
  '/api/providers/local': { GET: findLocalServers },
  '/api/providers/{id}/key': { PUT: keepProvider, DELETE: removeProvider },
  '/api/providers/{id}/test': { POST: testProvider },
  '/api/sessions': { GET: listSessions, POST: createSession },
  '/api/sessions/all': { GET: countSessions, DELETE: deleteSessions },
  '/api/sessions/all/restore': { POST: restoreSessions },
  '/api/sessions/{id}': { GET: readSession, PATCH: changeSession, DELETE: deleteSession },
  '/api/sessions/{id}/restore': { POST: restoreSession },
  '/api/sessions/{id}/fork': { POST: forkSession },
  '/api/sessions/{id}/head': { PUT: moveHead },
  '/api/sessions/{id}/messages': { GET: listMessages },
  '/api/sessions/{id}/messages/find': { GET: findInMessages },
  '/api/sessions/{id}/messages/outline': { GET: outlineMessages },
  '/api/sessions/{id}/messages/{message_id}': { DELETE: deleteMessages },
  '/api/sessions/{id}/messages/{message_id}/siblings': { GET: listSiblings },
  '/api/sessions/{id}/messages/{message_id}/versions': { GET: listVersions },
  '/api/sessions/{id}/messages/{message_id}/exchange': { GET: readExchange },
  '/api/sessions/{id}/messages/{message_id}/receipt': { GET: readReceipt },
  '/api/sessions/{id}/messages/{message_id}/wire-answers': { GET: listWireAnswers },
  '/api/sessions/{id}/messages/{message_id}/refusal': { GET: readRefusal },
  '/api/sessions/{id}/projections': { GET: listProjections },
  '/api/sessions/{id}/calls': { GET: listSessionCalls },
  '/api/sessions/{id}/next-cost': { GET: readNextCost },
  '/api/sessions/{id}/switch-preview': { POST: previewSwitch },
  '/api/sessions/{id}/switch-preview/request': { POST: previewRequest },
  '/api/sessions/{id}/portability': { GET: readPortability },
  '/api/sessions/{id}/brief': { POST: draftBrief, PUT: applyBrief, DELETE: undoBrief },
  '/api/sessions/{id}/branches': { GET: mapBranches },
  '/api/sessions/{id}/deletions/{deletion_id}/restore': { POST: restoreMessages },
  '/api/sessions/{id}/export': { GET: exportSession },
  '/api/sessions/{id}/shares': { POST: createShare },
  '/api/sessions/{id}/shares/preview': { POST: previewShare },
  '/api/sessions/{id}/stream': { GET: watchSession },
  '/api/sessions/{id}/turns': { POST: startTurn },
  '/api/sessions/{id}/comparisons': { POST: compareModels },
  '/api/sessions/{id}/turns/{turn_id}/cancel': { POST: cancelTurn },
  '/api/sessions/{id}/turns/{turn_id}/steering': { PUT: steerTurn },
  '/api/shares': { GET: listShares },
  '/api/shares/{id}': { DELETE: revokeShare },
  '/api/shares/{id}/link': { GET: readShareLink },
  '/api/shares/{id}/snapshot': { PUT: republishShare },
  '/api/admin/shares': { GET: readShareTotals },
  '/api/forks': { POST: forkShare },
  '/api/export': { GET: exportAll },
  '/api/exports/verify': { POST: verifyExport },
  '/api/exports/{name}': { GET: readExport, DELETE: stopExport },
  '/api/imports': { GET: listImports, POST: startImport },
  '/api/imports/{id}': { GET: readImport, DELETE: undoImport },
  '/api/imports/{id}/apply': { POST: applyImport },
  '/api/settings': { GET: readSettings, PATCH: changeSettings },
  '/api/presets': { GET: listPresets, POST: createPreset },
  '/api/presets/{id}': { PATCH: changePreset, DELETE: deletePreset },
  '/api/labels': { GET: listLabels, PATCH: changeLabel },
  '/api/search': { GET: searchMessages },
  '/api/attachments': { POST: uploadFile },
  '/api/attachments/import': { POST: importPicture },
  '/api/attachments/{hash}': { GET: readFile },
  '/api/attachments/{hash}/preview': { GET: previewFile },
} as const satisfies Record<`/api/${string}`, Partial<Record<ApiMethod, Endpoint>>>

type Contract = typeof CONTRACT
export type ApiPath = keyof Contract
export type MethodOf<P extends ApiPath> = keyof Contract[P] & ApiMethod
export type EndpointOf<P extends ApiPath, M extends MethodOf<P>> = Contract[P][M]

/** The names in braces of an address. */
export type ParamsOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { [N in Name | keyof ParamsOf<Rest>]: string }
  : // biome-ignore lint/complexity/noBannedTypes: an object without any key
    {}

export type UsualAnswerOf<E> = E extends { answer: { json: infer S extends z.ZodType } } ? z.output<S> : undefined
export type AnswerOf<E> =
  | UsualAnswerOf<E>
  | (E extends { otherwise: { json: infer S extends z.ZodType } } ? z.output<S> : never)
export type QueryOf<E> = E extends { query: infer S extends z.ZodType } ? z.output<S> : undefined
export type BodyOf<E> = E extends { body: { json: infer S extends z.ZodType } } ? z.output<S> : undefined
/** A body as it is sent. */
export type SaidBodyOf<E> = E extends { body: { json: infer S extends z.ZodType } } ? z.input<S> : undefined
/** A query as it is sent. */
export type SaidQueryOf<E> = E extends { query: infer S extends z.ZodType } ? z.input<S> : undefined
