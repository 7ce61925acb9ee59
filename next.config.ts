import type { NextConfig } from 'next'

const config: NextConfig = {
  reactCompiler: true,
  poweredByHeader: false,
  serverExternalPackages: ['@libsql/client', 'libsql'],
  turbopack: { root: import.meta.dirname },
}

export default config
