import { responses } from '#lib/adapters/protocols/responses/protocol.ts'
import { goldenSuite } from '#test/support/golden-suite.ts'

goldenSuite('openai.responses', responses)
