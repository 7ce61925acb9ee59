import type { Session } from '../canonical/session.ts'
import type { ChainLink, RoutingPolicy } from '../events/catalog.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import { UnknownModelError } from '../models/unknown-model.ts'
import type { Principal } from '../principal.ts'
import { factsOf } from '../routing/rules/facts-of.ts'
import { ruleOf } from './call-budget.ts'
import type { NextRequest } from './next-request.ts'
import { type Route, type RouteRequest, routeTurn } from './route.ts'
import type { TurnDeps } from './turn.ts'
import { needsImages } from './ways-on.ts'

/** What the chain comes to for the next message of a chat where nobody chooses a model. */
export interface Automatic {
  /** Where none can take it: the first that was tried, if any was. */
  model: AvailableModel | undefined
  /** By which link of the chain; null where no model can take it. */
  policy: RoutingPolicy | null
  /** Of the rule, or of the folder of the chat, where that chose. */
  name: string | null
  reason: string
  chain: ChainLink[]
  /** Other words in the message could have a rule choose another model. */
  depends_on_text: boolean
}

/** The same as it is told. */
export type AutomaticChoice = Omit<Automatic, 'model'> & { model: string | null }

export function choiceOf({ model, ...automatic }: Automatic): AutomaticChoice {
  return { ...automatic, model: model?.id ?? null }
}

export type AutomaticDeps = Pick<TurnDeps, 'models' | 'rules' | 'budgets' | 'standIns' | 'attachments' | 'log'>

/** Decided as a turn that began now with that text, by the code of real turns. Nothing is stored or kept back. */
export async function automaticOf(
  deps: AutomaticDeps,
  principal: Principal,
  session: Session,
  request: NextRequest,
  text = '',
): Promise<Automatic> {
  const { models, rules: all, budgets } = deps
  // The last one is the question, of which nothing is written.
  const history = request.messages.slice(0, -1)
  const [rules, spent, images_required] = await Promise.all([
    all.forTurn(principal),
    budgets.route(principal),
    needsImages(deps, session.id, session.settings, history, []),
  ])
  const rule = spent && ruleOf(spent)
  const route = routeOf(deps, text, {
    session: { ...session, active_model: null },
    history,
    model: undefined,
    tools: request.tools,
    documents: request.documents,
    rule,
    rules,
    images_required,
  })
  const { decision, turn } = route
  const { chain } = decision
  // What a spent budget names goes before all rules.
  const depends_on_text = !rule && rules.set.dependsOnMessage(factsOf(turn, rules.looked))
  if (!route.ok) {
    const tried = chain.find(({ verdict }) => verdict === 'rejected')?.model
    const model = tried === undefined ? undefined : models.find(tried)
    return { model, policy: null, name: null, reason: decision.ok ? '' : decision.reason, chain, depends_on_text }
  }
  const { model } = route
  const { reason, rule_name } = route.decision.record
  const policy = chain.find(({ verdict }) => verdict === 'chose')?.policy ?? null
  const name = policy === 'workspace_default' ? session.folder : (rule_name ?? null)
  return { model, policy, name, reason, chain, depends_on_text }
}

/** Without an `@alias` in the text: by that the message chooses, and not the chat. */
function routeOf({ models }: AutomaticDeps, text: string, request: Omit<RouteRequest, 'content'>): Route {
  const routed = (said: string) =>
    routeTurn(models, { ...request, content: said === '' ? [] : [{ type: 'text', text: said }] })
  try {
    const route = routed(text)
    return route.override === null ? route : routed(text.slice(route.override.length).trimStart())
  } catch (cause) {
    // An `@name` that no model has refuses the message.
    if (!(cause instanceof UnknownModelError)) throw cause
    return routed('')
  }
}
