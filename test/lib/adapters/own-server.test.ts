import { describe, expect, test } from 'vitest'
import { isOwnServer, standsInForVendor } from '#lib/adapters/own-server.ts'

const OPENAI = 'https://api.openai.com'
const OLLAMA = 'http://127.0.0.1:11434'

test.each([
  [null, OPENAI],
  ['https://api.openai.com', OPENAI],
  ['https://api.openai.com/v1/', OPENAI],
  ['https://API.OpenAI.com/v1', OPENAI],
  ['http://api.openai.com:8443/v1', OPENAI],
  ['https://openrouter.ai/api', 'https://openrouter.ai/api/v1'],
  // By region.
  ['https://eu.api.openai.com', OPENAI],
])('%s is the public service of %s', (baseUrl, service) => {
  expect(isOwnServer(baseUrl, service)).toBe(false)
})

test.each([
  ['http://127.0.0.1:8080/v1', OPENAI],
  ['http://localhost:1234', OPENAI],
  ['http://[::1]:1234', OPENAI],
  ['http://192.168.1.7:8000/v1', OPENAI],
  ['https://gateway.example.com/openai/v1', OPENAI],
  ['https://api.openai.com.example.com', OPENAI],
  ['https://not-api.openai.com', OPENAI],
  ['https://api.openai.com', 'https://api.anthropic.com'],
  [null, OLLAMA],
  ['http://127.0.0.1:11434', OLLAMA],
  ['http://127.1.2.3:11434', OLLAMA],
  ['https://ollama.com', OLLAMA],
])('%s is a server of the user’s own, or somebody else’s than %s', (baseUrl, service) => {
  expect(isOwnServer(baseUrl, service)).toBe(true)
})

describe('a server that goes by the name of a vendor', () => {
  test.each([
    ['https://proxy.example', 'https://api.openai.com', true],
    ['http://127.0.0.1:8000', 'https://api.openai.com', true],
    [null, 'https://api.openai.com', false],
    ['https://eu.api.openai.com', 'https://api.openai.com', false],
    // Nobody sells under these names.
    ['http://192.0.2.1:11434', 'http://127.0.0.1:11434', false],
    [null, 'http://127.0.0.1:11434', false],
    ['https://me.openai.azure.com', null, false],
    ['http://127.0.0.1:8000', null, false],
  ])('%s for %s: %s', (address, service, expected) => expect(standsInForVendor(address, service)).toBe(expected))
})
