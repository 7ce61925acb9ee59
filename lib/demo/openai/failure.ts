/** These formats have no place for "this call failed", so a tool's own words have to say it. */
export const FAILURE = /^\W*error\b/i
