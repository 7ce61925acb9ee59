const EXTENSIONS: Readonly<Record<string, string>> = {
  bash: 'sh',
  shell: 'sh',
  zsh: 'sh',
  csharp: 'cs',
  'c#': 'cs',
  'c++': 'cpp',
  golang: 'go',
  haskell: 'hs',
  javascript: 'js',
  kotlin: 'kt',
  latex: 'tex',
  markdown: 'md',
  mermaid: 'mmd',
  perl: 'pl',
  powershell: 'ps1',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  text: 'txt',
  plaintext: 'txt',
  typescript: 'ts',
  yaml: 'yaml',
}

const NAMES: Readonly<Record<string, string>> = { dockerfile: 'Dockerfile', makefile: 'Makefile' }

/** What a block of code is called as a file. Where the language says nothing that a name could hold, it is text. */
export function codeFileName(language: string): string {
  const name = language.toLowerCase()
  if (Object.hasOwn(NAMES, name)) return NAMES[name] ?? ''
  const extension = Object.hasOwn(EXTENSIONS, name) ? EXTENSIONS[name] : name
  return /^[a-z0-9]{1,10}$/.test(extension ?? '') ? `code.${extension}` : 'code.txt'
}
