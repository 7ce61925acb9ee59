/** More marks over one letter than any language writes: they reach into the lines around it. */
const PILED = /(\p{M}{8})\p{M}+/gu

export function calm(text: string): string {
  return text.replace(PILED, '$1')
}
