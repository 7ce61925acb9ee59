/** An address as it is compared: no two people have the same, whatever its case and its form. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}
