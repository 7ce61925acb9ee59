'use client'

let isListening = false

/** What is copied holds formulas as they were written, not the letters of their picture. */
export function copyFormulasAsWritten(): void {
  if (isListening) return
  isListening = true
  document.addEventListener('copy', onCopy)
}

function onCopy(event: ClipboardEvent): void {
  const selection = getSelection()
  if (!selection || selection.rangeCount === 0 || !event.clipboardData || isField(event.target)) return
  const picked = selection.getRangeAt(0).cloneContents()
  if (!picked.querySelector('.formula')) return
  const root = document.documentElement
  // The browser alone knows how elements become lines; it is asked while only the sources are shown.
  root.classList.add('copies-formulas')
  const text = selection.toString()
  root.classList.remove('copies-formulas')
  for (const formula of picked.querySelectorAll('.formula')) {
    formula.replaceWith(formula.querySelector('.formula-source')?.textContent ?? '')
  }
  const box = document.createElement('div')
  box.append(picked)
  event.clipboardData.setData('text/plain', text)
  event.clipboardData.setData('text/html', box.innerHTML)
  event.preventDefault()
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
}
