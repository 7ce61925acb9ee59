/** What a link of an answer may lead to. */
export function isWebAddress(href: string): boolean {
  return /^(https?:|mailto:)/i.test(href)
}
