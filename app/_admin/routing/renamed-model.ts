/**
 * A text of rules with another model in the place of one: its id wherever it stands by itself, its aliases where a rule uses
 * them. All else stays as it is written, comments too.
 */
export function withOtherModel(text: string, { id, aliases }: { id: string; aliases: readonly string[] }, to: string) {
  const whole = new RegExp(`(?<![\\w.:/-])${escaped(id)}(?![\\w.:/-])`, 'g')
  const used = new RegExp(`(\\buse:\\s*["']?)(?:${aliases.map(escaped).join('|')})(?![\\w.:/-])`, 'g')
  const changed = text.replace(whole, () => to)
  return aliases.length === 0 ? changed : changed.replace(used, (_, before: string) => before + to)
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
