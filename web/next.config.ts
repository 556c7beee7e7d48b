import type { NextConfig } from 'next'

const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: new URL('..', import.meta.url).pathname,
  outputFileTracingIncludes: {
    // The host's own dependencies: Next traces only what its routes import, and would leave out DuckDB's shared library.
    '/*': ['./dist/server/**', '../node_modules/@duckdb/**', '../node_modules/@photostructure/sqlite/**', './sample-data/**'],
  },
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  transpilePackages: ['@tidemark/shared'],
  // The host sends the address it really answers under.
  typescript: { ignoreBuildErrors: false },
}

export default config
