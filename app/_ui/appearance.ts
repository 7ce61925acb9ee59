/**
 * How the pages look to one reader: each choice is a cookie, so that the server renders it and the first paint has it, and an
 * attribute of the document, after which `tokens.css` goes. The first value of each is what holds unless something is chosen.
 */
export const APPEARANCE = {
  theme: { values: ['system', 'light', 'dark'], attribute: 'data-theme' },
  density: { values: ['comfortable', 'compact'], attribute: 'data-density' },
  /** The list of chats, where there is room for it beside the page. */
  sidebar: { values: ['shown', 'folded'], attribute: 'data-sidebar' },
  reading: { values: ['serif', 'sans'], attribute: 'data-reading' },
} as const

export type AppearanceName = keyof typeof APPEARANCE
export type AppearanceValue<N extends AppearanceName> = (typeof APPEARANCE)[N]['values'][number]

export const APPEARANCE_NAMES = Object.keys(APPEARANCE) as AppearanceName[]

/** The value that was chosen, or what holds unless something is. */
export function parseAppearance<N extends AppearanceName>(
  name: N,
  value: string | null | undefined,
): AppearanceValue<N> {
  const { values } = APPEARANCE[name]
  return values.find((each) => each === value) ?? values[0]
}

/** Of the document; without an attribute for what holds anyway. */
export function appearanceAttributes(chosenFor: (name: AppearanceName) => string | undefined): Record<string, string> {
  const chosen = APPEARANCE_NAMES.flatMap((name) => {
    const value = parseAppearance(name, chosenFor(name))
    return value === APPEARANCE[name].values[0] ? [] : [[APPEARANCE[name].attribute, value]]
  })
  return Object.fromEntries(chosen)
}
