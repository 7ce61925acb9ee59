/** The path of a program in one file (`bundled-programs.ts`). */
declare module '*?program' {
  export const program: string
}
