import { assertNever } from '../../assert-never.ts'
import type { Part, Script } from '../answer.ts'
import type { Fault } from '../fault.ts'
import { lastWords, newest, type Prompt } from '../prompt.ts'
import { instanceOf } from '../schema-instance.ts'
import { arithmeticIn, calculation } from './arithmetic.ts'
import { essay, longEssay } from './essay/essay.ts'
import { faultList, faultScript } from './fault-script.ts'
import { formulas } from './formulas.ts'
import { nextToTry } from './next-to-try.ts'
import { report } from './report.ts'
import { search } from './search.ts'
import { forethought, thinking } from './thinking.ts'
import { titleFor } from './title.ts'
import { afterResults, forcedCall, namedCall } from './tool-use.ts'
import { unicode } from './unicode.ts'
import { unsafe } from './unsafe.ts'
import { help, welcome } from './welcome.ts'

/** What there is to say, decided by the newest words alone: the same request has the same answer. */
export function scriptFor(prompt: Prompt, fault: Fault | null): Script {
  if (fault !== null) return faultScript(fault, prompt)
  if (prompt.outputSchema !== null) return { parts: [say(JSON.stringify(instanceOf(prompt.outputSchema)))] }
  const news = newest(prompt)
  const words = lastWords(news)
  if (words === '' && news.some(({ results }) => results.length > 0)) return { parts: afterResults(prompt) }
  const title = titleFor(words)
  if (title !== null) return { parts: [say(`About: ${title}`)] }
  const parts = forcedCall(prompt, words) ?? partsFor(prompt, words)
  const isThoughtful = prompt.thinksUnasked && words !== '' && parts.every(({ type }) => !/thinking/.test(type))
  return { parts: isThoughtful ? [forethought(words), ...parts] : parts }
}

type Intent =
  | 'word'
  | 'report'
  | 'search'
  | 'next to try'
  | 'think'
  | 'calculate'
  | 'call'
  | 'essay'
  | 'long essay'
  | 'unsafe'
  | 'unicode'
  | 'formulas'
  | 'faults'
  | 'help'

/** The first that fits is meant. */
const INTENTS: readonly { readonly intent: Intent; readonly fits: (words: string, prompt: Prompt) => boolean }[] = [
  { intent: 'word', fits: (words) => wantedWord(words) !== null },
  {
    intent: 'report',
    fits: said(/\b(what (did|do|can) you (receive|get|see)|what (has )?reached you|how many messages|ids)\b/i),
  },
  { intent: 'search', fits: said(/\bsearch the web\b/i) },
  { intent: 'next to try', fits: said(/\bwhat can I try\b/i) },
  { intent: 'think', fits: said(/\bthink\b/i) },
  { intent: 'calculate', fits: (words) => arithmeticIn(words).length > 0 },
  { intent: 'call', fits: (words, prompt) => namedCall(prompt, words) !== null },
  { intent: 'long essay', fits: said(/\bvery long\b/i) },
  { intent: 'essay', fits: said(/\b(long|markdown|essay)\b/i) },
  { intent: 'unsafe', fits: said(/\b(unsafe|html)\b/i) },
  { intent: 'unicode', fits: said(/\bunicode\b/i) },
  { intent: 'formulas', fits: said(/\bformulas?\b/i) },
  { intent: 'faults', fits: said(/\bfaults?\b/i) },
  { intent: 'help', fits: said(/\bhelp\b/i) },
]

function partsFor(prompt: Prompt, words: string): Part[] {
  const intent = INTENTS.find(({ fits }) => fits(words, prompt))?.intent ?? null
  switch (intent) {
    case 'word':
      return [say(wantedWord(words) ?? '')]
    case 'report':
      return [say(report(prompt))]
    case 'search':
      return search(prompt, words)
    case 'next to try':
      return [say(nextToTry)]
    case 'think':
      return thinking(prompt, words)
    case 'calculate':
      return calculation(prompt, words, 0) ?? []
    case 'call':
      return namedCall(prompt, words) ?? []
    case 'essay':
      return [say(essay)]
    case 'long essay':
      return [say(longEssay)]
    case 'unsafe':
      return [say(unsafe)]
    case 'unicode':
      return [say(unicode)]
    case 'formulas':
      return [say(formulas)]
    case 'faults':
      return [say(faultList)]
    case 'help':
      return [say(help(prompt))]
    case null:
      return [say(welcome(prompt))]
    default:
      return assertNever(intent)
  }
}

function say(text: string): Part {
  return { type: 'text', text }
}

/** All that is to be answered, where a question says so: "Answer with one word: ready". */
function wantedWord(words: string): string | null {
  return /\banswer with one word: (\S+)\s*$/i.exec(words)?.[1] ?? null
}

function said(pattern: RegExp): (words: string) => boolean {
  return (words) => pattern.test(words)
}
