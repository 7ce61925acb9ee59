/** With this a server ends that is to be started again (`EX_TEMPFAIL`). */
export const RESTART = 75
