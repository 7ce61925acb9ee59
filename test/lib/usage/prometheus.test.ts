import { expect, test } from 'vitest'
import { prometheusText } from '#lib/usage/prometheus.ts'

test('metrics are lines with their labels, in which nothing ends a line or a quotation too early', () => {
  const samples = [{ labels: { model: 'a:"b"\\\n' }, value: '0.000000000001' }, { value: 2 }]
  const nothing = { name: 'none', help: '', type: 'gauge', samples: [] } as const
  expect(prometheusText([{ name: 'm_total', help: 'One.\nTwo.', type: 'counter', samples }, nothing])).toBe(
    '# HELP m_total One.\\nTwo.\n# TYPE m_total counter\nm_total{model="a:\\"b\\"\\\\\\n"} 0.000000000001\nm_total 2\n',
  )
})
