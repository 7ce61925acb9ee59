/** The page in which diagrams are drawn. */
export const DIAGRAM_ADDRESS = '/diagram'
