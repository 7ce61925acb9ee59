import { ollamaChat } from '#lib/adapters/protocols/ollama/protocol.ts'
import { goldenSuite } from '#test/support/golden-suite.ts'

goldenSuite('ollama.chat', ollamaChat)
