import { execFile } from 'node:child_process'

export interface Ended {
  /** -1 where it was ended. */
  code: number
  stdout: string
  stderr: string
}

/** Runs a program of Node to its end, from the root as a user does. */
export function runProgram(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((done) => {
    execFile(process.execPath, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr })
    })
  })
}
