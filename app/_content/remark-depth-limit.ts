interface Node {
  children?: Node[]
}

/** A nested list takes two levels of the tree for each of its own. */
const DEEPEST = 100

/**
 * Refuses a text that is nested deeper than anyone can read. What follows goes down the tree by recursion, React too, and an
 * overflow of the stack in the middle of its work is nothing that the page recovers from for certain.
 */
export function remarkDepthLimit() {
  return (tree: Node) => {
    let level: Node[] = [tree]
    for (let depth = 0; level.length > 0; depth += 1) {
      if (depth > DEEPEST) throw new Error(`nested deeper than ${DEEPEST} levels`)
      level = level.flatMap((node) => node.children ?? [])
    }
  }
}
