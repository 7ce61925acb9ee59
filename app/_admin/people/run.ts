/** Does something and says what came of it. False where it was refused. */
export type Run = (work: () => Promise<unknown>) => Promise<boolean>
