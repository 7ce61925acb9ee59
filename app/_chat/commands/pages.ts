import type { IconName } from '../../_ui/icon.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'

interface Page {
  href: string
  icon: IconName
  /** Whose it is, where it is not everybody's. */
  of?: 'admins' | 'signed-in' | 'signed-in admins'
}

/** Every page that is no chat, in the order in which their frames have them. */
const PAGES = {
  account: { href: '/settings/account', icon: 'person', of: 'signed-in' },
  keys: { href: '/settings/keys', icon: 'key', of: 'admins' },
  models: { href: '/settings/models', icon: 'sliders' },
  presets: { href: '/settings/presets', icon: 'pencil' },
  appearance: { href: '/settings/appearance', icon: 'sun' },
  shortcuts: { href: '/settings/shortcuts', icon: LATE_ICONS.keyboard },
  data: { href: '/settings/data', icon: 'file' },
  shares: { href: '/shares', icon: 'link' },
  usage: { href: '/admin/usage', icon: 'chart', of: 'admins' },
  prices: { href: '/admin/prices', icon: LATE_ICONS.coin, of: 'admins' },
  budgets: { href: '/admin/budgets', icon: 'sliders', of: 'admins' },
  all_models: { href: '/admin/models', icon: 'screen', of: 'admins' },
  routing: { href: '/admin/routing', icon: LATE_ICONS.branch, of: 'admins' },
  people: { href: '/admin/people', icon: LATE_ICONS.people, of: 'signed-in admins' },
} as const satisfies Record<string, Page>

export type PageId = keyof typeof PAGES

/** Those that the reader may open. */
export function pagesFor(reader: { isAdmin: boolean; signsIn: boolean }): (Page & { id: PageId })[] {
  const all = Object.entries<Page>(PAGES).map(([id, page]) => ({ ...page, id: id as PageId }))
  return all.filter(
    ({ of = '' }) => (reader.isAdmin || !of.endsWith('admins')) && (reader.signsIn || !of.startsWith('signed-in')),
  )
}
