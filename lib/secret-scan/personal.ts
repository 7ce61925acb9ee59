import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { SecretKind } from '../canonical/secret-kind.ts'
import type { Finding } from './finding.ts'

/** What leads to a person: each has a form to be looked for, and a test that most other texts of that form fail. */
export function findPersonal(text: string): Finding[] {
  return FORMS.flatMap(({ kind, form, isOne }) =>
    [...text.matchAll(form)].flatMap((match) =>
      isOne(match[0]) ? [{ kind, start: match.index, end: match.index + match[0].length }] : [],
    ),
  )
}

const FORMS: readonly { kind: SecretKind; form: RegExp; isOne: (found: string) => boolean }[] = [
  {
    kind: 'email',
    form: /(?<![\p{L}\p{N}_.+%-])[\p{L}\p{N}_.+%-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu,
    isOne: () => true,
  },
  { kind: 'card', form: /(?<![\d.,])[2-6]\d{3}(?:[ -]?\d){8,15}(?![\d.,]\d|\d)/g, isOne: isCard },
  {
    kind: 'iban',
    form: /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g,
    isOne: isIban,
  },
  // With the code of its country, as people in North America write one, and as they do where one begins with a 0.
  { kind: 'phone', form: /(?<![\p{L}\p{N}_+])(?:\+|00)[1-9][\d ()./-]{5,22}\d(?!\d)/gu, isOne: isPhoneOf() },
  {
    kind: 'phone',
    form: /(?<![\p{L}\p{N}_.+/-])(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])\d{3}[ .-]\d{4}(?![\d-])/gu,
    isOne: isPhoneOf('US'),
  },
  {
    kind: 'phone',
    form: /(?<![\p{L}\p{N}_.,+:/-])(?:0[1-9]\d{1,4}[ /-]{1,3}|\(0[1-9]\d{1,4}\) ?)\d[\d -]{4,12}\d(?![\d:.-]\d|\d)/gu,
    isOne: isPhoneOf('DE', 'GB', 'FR'),
  },
]

function isPhoneOf(...countries: CountryCode[]): (found: string) => boolean {
  return (found) => {
    const number = found.replace(/^00/, '+')
    const parsed =
      countries.length === 0
        ? [parsePhoneNumberFromString(number)]
        : countries.map((country) => parsePhoneNumberFromString(number, country))
    return parsed.some((phone) => phone?.isValid() === true)
  }
}

/** The check digit of Luhn. One number in ten has it by chance, so also the beginnings that issuers have. */
function isCard(found: string): boolean {
  const digits = found.replace(/\D/g, '')
  if (!ISSUERS.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Visa; Mastercard; American Express; Diners; JCB; Discover; UnionPay; Maestro. */
const ISSUERS =
  /^(?:4\d{12}(?:\d{3}){0,2}|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[068]\d{12}|35\d{14}|6(?:011|4[4-9]\d|5\d{2})\d{12,15}|62\d{14,17}|(?:50|5[6-9]|6\d)\d{10,17})$/

/** ISO 13616: the rest by 97 is 1. */
function isIban(found: string): boolean {
  const letters = found.replaceAll(' ', '')
  if (letters.length < 15 || letters.length > 34) return false
  let rest = 0
  for (const letter of letters.slice(4) + letters.slice(0, 4)) {
    const value = Number.parseInt(letter, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
