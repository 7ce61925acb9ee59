'use client'

/**
 * Characters, and lines between what they connect. A browser that does not run the page for diagrams in a process of its own
 * keeps the chat waiting for as long as it draws: a second for the most of it.
 */
export const LONGEST_TEXT = 5_000
const MOST_EDGES = 120
/** A picture knows no faces of the page, and is measured with what it will be shown in. */
const FACE = 'system-ui, sans-serif'

const TOKENS = ['surface', 'raised', 'sunken', 'ink', 'ink-soft', 'line-strong', 'accent', 'accent-soft'] as const
/** Of parts that are told apart by nothing else: slices, branches, sections. */
const PARTS = ['accent-soft', 'info-soft', 'warn-soft', 'danger-soft', 'ok-soft', 'fill-soft', 'sunken'] as const

/** In the colours that the page has now. */
export function diagramConfig() {
  const colours = coloursOf([...TOKENS, ...PARTS])
  const parts = Array.from({ length: 12 }, (_, at) => colours[PARTS[at % PARTS.length] ?? 'sunken'])
  const numbered = (name: string, first: number, value: (colour: string) => string) =>
    Object.fromEntries(parts.map((colour, at) => [`${name}${at + first}`, value(colour)]))
  return {
    startOnLoad: false,
    suppressErrorRendering: true,
    securityLevel: 'strict',
    maxTextSize: LONGEST_TEXT,
    maxEdges: MOST_EDGES,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    look: 'classic',
    fontFamily: FACE,
    theme: 'base',
    themeVariables: {
      darkMode: isDark(),
      fontFamily: FACE,
      fontSize: '14px',
      background: colours.surface,
      mainBkg: colours.raised,
      primaryColor: colours.raised,
      primaryTextColor: colours.ink,
      primaryBorderColor: colours['ink-soft'],
      secondaryColor: colours.sunken,
      tertiaryColor: colours.surface,
      lineColor: colours['ink-soft'],
      textColor: colours.ink,
      titleColor: colours.ink,
      noteBkgColor: colours['accent-soft'],
      noteTextColor: colours.ink,
      noteBorderColor: colours.accent,
      edgeLabelBackground: colours.surface,
      clusterBkg: colours.sunken,
      clusterBorder: colours['line-strong'],
      pieStrokeColor: colours['ink-soft'],
      pieOuterStrokeColor: colours['ink-soft'],
      pieOpacity: '1',
      ...numbered('pie', 1, (colour) => colour),
      ...numbered('cScale', 0, (colour) => colour),
      ...numbered('cScalePeer', 0, () => colours['ink-soft']),
      ...numbered('cScaleInv', 0, () => colours['ink-soft']),
      ...numbered('cScaleLabel', 0, () => colours.ink),
      ...numbered('git', 0, (colour) => colour),
      ...numbered('gitBranchLabel', 0, () => colours.ink),
    },
  }
}

export function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
}

/** Tokens as colours: the style sheet writes two for each. */
function coloursOf<N extends string>(tokens: readonly N[]): Record<N, string> {
  const probe = document.createElement('span')
  document.body.append(probe)
  const entries = tokens.map((token) => {
    probe.style.color = `var(--${token})`
    return [token, getComputedStyle(probe).color]
  })
  probe.remove()
  return Object.fromEntries(entries)
}
