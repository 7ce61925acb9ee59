import type { NextConfig } from 'next'
import { packedFileHeaders, packedFileRewrites } from './app/_http/packed-file.ts'

const isBuild = process.env.NODE_ENV === 'production'

const config: NextConfig = {
  // What the compiler adds was a tenth of the chat's first load: components with `'use memo'` have it.
  reactCompiler: { compilationMode: 'annotation' },
  experimental: {
    // Of the server's files alone, ten times as large as these, and half of a first build; the log has no use for them.
    turbopackSourceMaps: false,
    // Files as large as a page's own scripts are: what is packed together packs better, by 9 of 215 KB in the chat's first load.
    turbopackChunking: { minChunkSize: 600_000, maxMergeChunkSize: 900_000 },
  },
  poweredByHeader: false,
  // It listens on loopback: compressing costs both ends more than sending, and stands in the way of each live event. What is
  // large and always the same is packed when it is built.
  compress: false,
  serverExternalPackages: ['@libsql/client', 'libsql'],
  rewrites: async () => ({ beforeFiles: isBuild ? packedFileRewrites : [], afterFiles: [], fallback: [] }),
  // A file of a typeface never changes: another cut of it gets another name.
  headers: async () => [
    {
      source: '/fonts/:file(.*\\.woff2)',
      headers: [{ key: 'cache-control', value: 'public, max-age=31536000, immutable' }],
    },
    ...(isBuild ? packedFileHeaders : []),
  ],
  // `npm run check` looks at the types, of the tests as well: whoever starts the product need not wait for that.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
}

export default config
