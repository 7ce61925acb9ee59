/** What is wrong with an expression, and where: the position counts characters from 1. */
export class ArithmeticFault extends Error {
  override readonly name = 'ArithmeticFault'
  readonly position: number
  constructor(problem: string, position: number) {
    super(problem)
    this.position = position
  }
}
