import type { z } from 'zod'
import { isJsonObject } from './json.ts'

type Issue = z.core.$ZodIssue

/** The fault to complain about first: for a union, the one of the variant that came nearest. */
export function firstIssue(error: z.ZodError): Issue {
  return nearest(error.issues)
}

function nearest(issues: readonly Issue[], path: readonly PropertyKey[] = []): Issue {
  const [issue] = issues
  if (issue === undefined) throw new TypeError('a failed parse names at least one issue')
  const whole = { ...issue, path: [...path, ...issue.path] }
  if (whole.code !== 'invalid_union' || whole.errors.length === 0) return whole
  return whole.errors.map((variant) => nearest(variant, whole.path)).reduce((a, b) => (depth(b) > depth(a) ? b : a))
}

/** A value of the right type got further than one of the wrong type. */
function depth({ path, code }: Issue): number {
  return path.length + (code === 'invalid_type' ? 0 : 0.5)
}

/** What stands at a path of the request; `undefined` for nothing. */
export function valueAt(path: readonly PropertyKey[], body: unknown): unknown {
  return path.reduce<unknown>(
    (at, step) => (isJsonObject(at) || Array.isArray(at) ? Reflect.get(at, step) : undefined),
    body,
  )
}
