import { prometheusText } from '#lib/usage/prometheus.ts'
import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/metrics', {
  async GET({ principal, server: { usage, version } }) {
    const info = { name: 'metis_info', help: 'The version that runs.', type: 'gauge' as const }
    const metrics = [{ ...info, samples: [{ labels: { version }, value: 1 }] }, ...(await usage.metrics(principal))]
    return new Response(prometheusText(metrics), {
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    })
  },
})
