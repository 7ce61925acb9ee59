/** From where a link of this server can be opened, by the name that it goes by. */
export type Reach = 'machine' | 'network' | 'anywhere'

const NEAR = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[(?:f[cd]|fe[89ab]))/i

export function reachOf(hostname: string): Reach {
  if (/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$|\.localhost$/i.test(hostname)) return 'machine'
  return NEAR.test(hostname) || /\.(?:local|lan|internal|home\.arpa)$/i.test(hostname) ? 'network' : 'anywhere'
}
