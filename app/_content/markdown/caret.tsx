/** Where the text that is being written ends. */
export function Caret() {
  return <span className="caret" aria-hidden="true" />
}
