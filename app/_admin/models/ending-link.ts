const MARKED = 'underline decoration-line-control underline-offset-3 hover:decoration-current pointer-coarse:min-h-11'

/** A name in the middle of what ends: as long as there is room, as large as a finger where one points with it. */
export const LINK = `inline-flex max-w-full items-center truncate ${MARKED}`

/** A sentence, which is not cut. */
export const WHOLE_LINK = `inline-flex items-center ${MARKED}`
