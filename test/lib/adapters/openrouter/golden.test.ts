import { openrouter } from '#lib/adapters/openrouter/provider.ts'
import { goldenSuite } from '#test/support/golden-suite.ts'

goldenSuite('openrouter.chat', openrouter.protocol)
