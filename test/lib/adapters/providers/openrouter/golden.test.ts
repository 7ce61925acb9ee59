import { wireOf } from '#lib/adapters/registry.ts'
import { goldenSuite } from '#test/support/golden-suite.ts'

goldenSuite('openrouter.chat', wireOf({ type: 'openrouter' }).protocol)
