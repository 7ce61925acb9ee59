import type { BlockWriter } from '../../answer/block-writer.ts'
import { restOf } from './output-item.ts'

interface Part<Wire> {
  /** The writer's key. */
  key: string
  /** Its place among the parts, as the host said it last. */
  number: number
  /** All of it was said: the same text under another number is another part. */
  isWhole: boolean
  wire: Wire
}

/**
 * The parts of one list of an item. They are known by their number, but hosts count in more than one way: Bedrock's
 * Mantle streams a text as part 1 and has it first in the list that ends the item (wire-rule 120). So what is said as a
 * whole belongs to the part whose pieces it goes on from, and to the number where no pieces tell.
 */
export class PartList<Wire> {
  readonly #writer: BlockWriter
  readonly #name: string
  readonly #byNumber = new Map<number, Part<Wire>>()
  readonly #parts: Part<Wire>[] = []

  constructor(writer: BlockWriter, name: string) {
    this.#writer = writer
    this.#name = name
  }

  /** By number, however they came. */
  get inOrder(): readonly Part<Wire>[] {
    return this.#parts.toSorted((a, b) => a.number - b.number)
  }

  /** The part that pieces with this number belong to. */
  at(number: number, wire: Wire): Part<Wire> {
    return this.#byNumber.get(number) ?? this.#add(number, wire)
  }

  /** The part that this is the whole text of. */
  whole(number: number, text: string, wire: Wire): Part<Wire> {
    const numbered = this.at(number, wire)
    if (text === '') return numbered
    const part = this.#isSpokenBy(numbered, text)
      ? numbered
      : (this.#parts.find((each) => !each.isWhole && this.#isSpokenBy(each, text)) ?? numbered)
    part.isWhole = true
    return this.#renumber(part, number)
  }

  /** The parts that the texts at the end of the item are those of. */
  final(texts: readonly string[], wire: Wire): Part<Wire>[] {
    const left = new Set(this.#parts)
    const take = (part: Part<Wire> | undefined) => (part !== undefined && left.delete(part) ? part : undefined)
    const numbered = texts.map((_text, number) => this.#byNumber.get(number))
    // First those whose words tell: a part that says something else must not take their place.
    const spoken = texts.map((text, number) => {
      const part = numbered[number]
      const isNumbered = part !== undefined && left.has(part) && this.#isSpokenBy(part, text)
      return take(isNumbered ? part : [...left].find((each) => this.#isSpokenBy(each, text)))
    })
    return spoken.map((part, number) =>
      this.#renumber(part ?? take(numbered[number]) ?? this.#add(number, wire), number),
    )
  }

  /** What the pieces of the part left out of its whole text. */
  rest({ key }: Part<Wire>, text: string): string {
    return restOf(text, this.#writer.textOf(key))
  }

  #isSpokenBy({ key }: Part<Wire>, text: string): boolean {
    const said = this.#writer.textOf(key)
    return said !== '' && text.startsWith(said)
  }

  #add(number: number, wire: Wire): Part<Wire> {
    const part = { key: `${this.#name} ${this.#parts.length}`, number, isWhole: false, wire }
    this.#parts.push(part)
    return this.#renumber(part, number)
  }

  #renumber(part: Part<Wire>, number: number): Part<Wire> {
    part.number = number
    this.#byNumber.set(number, part)
    return part
  }
}
