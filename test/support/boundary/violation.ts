export interface Violation {
  rule: string
  path: string
  line: number
  detail: string
}

export function describeViolation({ rule, path, line, detail }: Violation): string {
  return `${path}:${line} ${rule}: ${detail}`
}
