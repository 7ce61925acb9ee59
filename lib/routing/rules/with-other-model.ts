import { type Document, isAlias, isMap, isScalar, isSeq, parseDocument, type Scalar } from 'yaml'

/**
 * A text of rules, one that can be read, with the model `to` wherever it names another one: in rules, folders and aliases. What
 * an alias of the text stands for is changed where the alias is made. All else stays as it is written, to the byte.
 */
export function withOtherModel(text: string, isOther: (name: string) => boolean, to: string): string {
  const document = parseDocument(text, { version: '1.2' })
  const aliases = pairsOf(document.get('aliases')).map(({ name }) => name)
  const places = modelsIn(document).flatMap((node) => {
    const named = scalarOf(node, document)
    const name = typeof named?.value === 'string' ? named.value : ''
    // Of an anchor each place is written out, so that it stands for no more than it did.
    return aliases.includes(name) || !isOther(name) ? [] : placeOf(node, named, text, to)
  })
  return places
    .toSorted((one, other) => other.from - one.from)
    .reduce((left, { from, end, written }) => left.slice(0, from) + written + left.slice(end), text)
}

function modelsIn(document: Document): unknown[] {
  const uses = ['folders', 'rules'].flatMap((list) => {
    const items = document.get(list)
    return isSeq(items) ? items.items.flatMap((item) => (isMap(item) ? item.get('use', true) : [])) : []
  })
  return [...pairsOf(document.get('aliases')).map(({ value }) => value), ...uses]
}

function pairsOf(map: unknown): { name: string; value: unknown }[] {
  return isMap(map) ? map.items.map(({ key, value }) => ({ name: String(key), value })) : []
}

function scalarOf(node: unknown, document: Document): Scalar | undefined {
  const found = isAlias(node) ? node.resolve(document) : node
  return isScalar(found) ? found : undefined
}

function placeOf(node: unknown, named: Scalar | undefined, text: string, to: string) {
  const range = isAlias(node) || isScalar(node) ? node.range : null
  if (!range) return []
  const [from, end] = range
  // What is folded over lines holds the break behind it.
  const rest = /\s*$/.exec(text.slice(from, end))?.[0] ?? ''
  return [{ from, end, written: inQuotes(to, isAlias(node) ? undefined : named?.type) + rest }]
}

/** A name as it is written in the place of another, without anything that YAML reads otherwise. */
function inQuotes(name: string, style: Scalar['type'] | undefined): string {
  if (style === 'QUOTE_SINGLE') return `'${name.replaceAll("'", "''")}'`
  return style === 'QUOTE_DOUBLE' || !/^[a-z][\w.:/@+-]*\w$/i.test(name) ? JSON.stringify(name) : name
}
