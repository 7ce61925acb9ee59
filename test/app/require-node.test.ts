import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** As if the Node that runs it were another one. */
function requireNode(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, 'app/require-node.mjs']
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, stderr }
}

test.each(['22.18.0', '22.20.1', '23.6.0', '24.0.0', '26.1.0'])('Node %s will do', (version) => {
  expect(requireNode(version)).toEqual({ status: 0, stderr: '' })
})

test.each(['18.20.0', '20.20.2', '22.17.1', '23.0.0', '23.5.0'])('Node %s is refused in words', (version) => {
  const { status, stderr } = requireNode(version)
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Metis needs Node 22\.18, 23\.6 or newer; .*\nInstall Node 24/)
})
