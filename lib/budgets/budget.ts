/** Whose spending is counted. */
export type BudgetScope = 'installation' | 'person' | 'team' | 'member'
export type BudgetPeriod = 'day' | 'month'

/** What may be spent in a day or a month, and what happens then. */
export interface Budget {
  id: string
  scope: BudgetScope
  /** `null` for none: everybody has a share of their own. */
  person_id: string | null
  /** Of a team, and of its members. */
  team_id: string | null
  period: BudgetPeriod
  /** IANA; whose midnight it begins at. */
  time_zone: string
  /** A plain decimal string. */
  limit_usd: string
  /** The only model that is asked once it is spent; `null`: none is. */
  route_to: string | null
  /** Whether a model may be asked that has no price, and so is not counted. */
  allows_unpriced: boolean
  author: string
  created_at: string
}

/** What can be changed of one that counts already. */
export type BudgetPatch = { [F in 'limit_usd' | 'route_to' | 'allows_unpriced']?: Budget[F] | undefined }

/** How near a budget is to its end. */
export type BudgetLevel = 'under' | 'over_80' | 'over_95' | 'spent'

/** A budget as it stands for somebody, or for all. Amounts are plain decimal strings. */
export interface BudgetStanding {
  budget: Budget
  /** Whose share it is; `null` where all of it is one. */
  subject: string | null
  spent_usd: string
  /** Part of `spent_usd`: estimates of calls whose end nobody saw, and which may have been billed. */
  uncertain_usd: string
  /** What calls that run may still take. */
  held_usd: string
  /** What is left for another one, never below 0. */
  left_usd: string
  level: BudgetLevel
  /** Calls that are not in it, or not whole, for want of a price. */
  unpriced_calls: number
  starts_at: string
  /** When the next one begins. */
  ends_at: string
}
