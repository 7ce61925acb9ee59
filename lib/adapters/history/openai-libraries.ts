import type { WireLibraries } from '../../canonical/wire-library.ts'

const KEY_HEADER = 'authorization'

/** Those of OpenAI, which call whoever speaks one of its formats. */
export function openaiLibraries(path: string, call: string, known: readonly string[]): WireLibraries {
  return {
    path,
    python: {
      import: 'from openai import OpenAI',
      client: 'OpenAI',
      address: 'base_url',
      key: { argument: 'api_key', header: KEY_HEADER },
      headers: 'default_headers',
      call,
      further: { argument: 'extra_body', known: [...known] },
    },
    typescript: {
      import: "import OpenAI from 'openai'",
      client: 'OpenAI',
      address: 'baseURL',
      key: { argument: 'apiKey', header: KEY_HEADER },
      headers: 'defaultHeaders',
      call,
      further: null,
    },
  }
}
