import type { NextConfig } from 'next'

const config: NextConfig = {
  reactCompiler: true,
  poweredByHeader: false,
  // It listens on loopback: compressing costs both ends more than sending, and stands in the way of each live event.
  compress: false,
  serverExternalPackages: ['@libsql/client', 'libsql'],
  turbopack: { root: import.meta.dirname },
}

export default config
