import { openrouter } from '#lib/adapters/providers/openrouter.ts'
import { goldenSuite } from '#test/support/golden-suite.ts'

goldenSuite('openrouter.chat', openrouter.protocol)
