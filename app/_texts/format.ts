import type { Language } from './language.ts'

interface Written {
  /** Dates as the visual language has them: `22 November 2026`, `10:42`. */
  locale: string
  point: string
  /** What stands between thousands. */
  group: string
  /** What stands before and after an amount of dollars. */
  dollars: readonly [string, string]
}

/**
 * As `Intl` has it too, which a test holds it against. A browser takes fifteen to sixty milliseconds to make the first thing
 * that writes in a language, and every page begins with amounts, figures and times of day.
 */
const WRITTEN: Readonly<Record<Language, Written>> = {
  en: { locale: 'en-GB', point: '.', group: ',', dollars: ['$', ''] },
  de: { locale: 'de-DE', point: ',', group: '.', dollars: ['', '\u00a0$'] },
}

/** A figure and its unit stay on one line. */
const UNIT = '\u00a0'

/** How figures, amounts and times are written in a language. Times are those of where the reader is. */
export function formatIn(language: Language) {
  const {
    locale,
    point,
    group,
    dollars: [before, after],
  } = WRITTEN[language]
  const moment = dates({ dateStyle: 'long', timeStyle: 'short' })
  const longDay = dates({ dateStyle: 'long' })
  const shortDay = dates({ day: 'numeric', month: 'short' })
  const shortDayOfYear = dates({ day: 'numeric', month: 'short', year: 'numeric' })
  const dayOfMonth = dates({ day: 'numeric' })
  const shortMonth = dates({ month: 'short' })
  const month = dates({ month: 'long' })
  const monthOfYear = dates({ month: 'long', year: 'numeric' })
  /** Its digits stay a text all the way: as a number they would be rounded. */
  const money = (written: string) => before + written + after
  const dollars = (digits: string) => money(digits.replace('.', point))

  /** To three decimals at most, halves rounded up. */
  function figure(value: number, decimals = 3): string {
    const [whole = '', fraction] = String(Math.round(value * 10 ** decimals) / 10 ** decimals).split('.')
    const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group)
    return fraction === undefined ? grouped : grouped + point + fraction
  }

  function dates(options: Intl.DateTimeFormatOptions): (date: Date) => string {
    const made = once(() => new Intl.DateTimeFormat(locale, options))
    return (date) => made().format(date)
  }

  /** Exact: money is never rounded here. Trailing zeros beyond cents say nothing and are left out. */
  function cost(usd: string): string {
    return dollars(cents(usd))
  }

  /** Two to four significant digits, marked as such by its place; the exact amount stands elsewhere. */
  function roughCost(usd: string): string {
    const amount = Number(usd)
    if (amount >= 99.995) return money(figure(Number(Math.round(amount).toPrecision(4))))
    // Below it numbers are written with an exponent.
    if (amount > 0 && amount < 1e-6) return `<${dollars('0.000001')}`
    if (amount === 0) return dollars('0')
    return dollars(amount >= 0.0995 ? amount.toFixed(2) : amount.toPrecision(2))
  }

  /** `0.8 s`, `12 s`, `2 min 5 s`. */
  function duration(ms: number): string {
    if (ms < 9_950) return `${figure(ms / 1000, 1)}${UNIT}s`
    const seconds = Math.round(ms / 1000)
    if (seconds < 60) return `${seconds}${UNIT}s`
    return `${Math.floor(seconds / 60)}${UNIT}min ${seconds % 60}${UNIT}s`
  }

  return {
    count: (value: number) => figure(value),

    /** `45 %` of 0.449; what is there, and less than one, is never none. */
    percent(part: number): string {
      return part > 0 && part < 0.005 ? `<${UNIT}1${UNIT}%` : `${figure(Math.round(part * 100))}${UNIT}%`
    },

    duration,

    /** As `duration`, and `0.28 s` where a tenth of a second makes a difference. */
    wait(ms: number): string {
      return ms >= 950 ? duration(ms) : `${figure(Number((ms / 1000).toPrecision(2)))}${UNIT}s`
    },

    /** Of a count in thousands `0.4`, `12` and `1,234`: what is there is never none. */
    thousands(count: number): string {
      if (count > 0 && count < 50) return `<${figure(0.1)}`
      return count < 9_950 ? figure(count / 1000, 1) : figure(Math.round(count / 1000))
    },

    /** `820 B`, `12 KB`, `3.4 MB`. */
    size(bytes: number): string {
      if (bytes < 1_000) return `${bytes}${UNIT}B`
      return bytes < 1_000_000
        ? `${Math.round(bytes / 1_000)}${UNIT}KB`
        : `${(Math.round(bytes / 100_000) / 10).toFixed(1).replace('.', point)}${UNIT}MB`
    },

    /** As people type it into a field: `0.7`, without groups. */
    typed: (value: number) => String(value).replace('.', point),
    /** A decimal to its last digit, which stays a text all the way. */
    exact: (digits: string) => digits.replace('.', point),

    /** `10:42`. */
    clock: (date: Date) => `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`,
    /** `22 November 2026 at 10:42`. */
    moment: (date: Date) => moment(date),
    /** `22 November 2026`. */
    longDay: (date: Date) => longDay(date),
    /** `22 Nov`, and with its year where that is not this one. */
    shortDay: (date: Date, now: Date) => (date.getFullYear() === now.getFullYear() ? shortDay : shortDayOfYear)(date),
    /** `22 Nov`. */
    day: (date: Date) => shortDay(date),
    /** `22`. */
    dayOfMonth: (date: Date) => dayOfMonth(date),
    /** `Nov`. */
    shortMonth: (date: Date) => shortMonth(date),
    /** `November`, and with its year where that is not this one. */
    month: (date: Date, now: Date) => (date.getFullYear() === now.getFullYear() ? month : monthOfYear)(date),

    cost,

    /** As `cost`, with four decimals at least: in a column, amounts of one size align, and they add up by hand. */
    amount(usd: string): string {
      const exact = cents(usd)
      const decimals = exact.length - exact.indexOf('.') - 1
      return dollars(exact.includes('.') ? exact + '0'.repeat(Math.max(0, 4 - decimals)) : exact)
    },

    roughCost,

    /** As `roughCost`, for "at least": cut off, never rounded up beyond what is known. */
    roughLeast(usd: string): string {
      const [whole = '', fraction = ''] = usd.split('.')
      if (whole.length > 2) return money(figure(Number(whole.slice(0, 4).padEnd(whole.length, '0'))))
      const [, zeros = '', digits = ''] = /^(0*)([1-9]\d?)/.exec(fraction) ?? []
      const isSmall = whole === '0' && zeros !== ''
      return dollars(`${whole}.${isSmall ? zeros + digits.padEnd(2, '0') : fraction.slice(0, 2).padEnd(2, '0')}`)
    },

    /** Just as it is given. */
    dollars,
  }
}

/** A page that begins needs little of it. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0')
}

/** `12.00` of `12`, `0.000654` of `0.0006540`, and `0` where there is nothing. */
function cents(usd: string): string {
  const [whole = '0', fraction = ''] = usd.split('.')
  return /^0*$/.test(whole + fraction) ? '0' : `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`
}
