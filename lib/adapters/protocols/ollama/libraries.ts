import type { WireLibraries } from '../../../canonical/wire-library.ts'

const SHARED = { address: 'host', key: null, headers: 'headers', call: 'chat', further: null } as const

export const LIBRARIES: WireLibraries = {
  path: '/api/chat',
  python: { ...SHARED, import: 'from ollama import Client', client: 'Client' },
  typescript: { ...SHARED, import: "import { Ollama } from 'ollama'", client: 'Ollama' },
}
