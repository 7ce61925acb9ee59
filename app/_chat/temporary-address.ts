/** Where a new chat begins as a temporary one. */
export const TEMPORARY_ADDRESS = '/?temporary=on'
