const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // HTML has no place for it.
  '\0': '\uFFFD',
}

/** Text, in an element or in an attribute between quotes. */
export function escapeHtml(text: string): string {
  return text.toWellFormed().replaceAll(/[&<>"'\0]/g, (mark) => REFERENCES[mark] ?? '')
}
