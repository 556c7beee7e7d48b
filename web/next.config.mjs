import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'

const noJsonSchema = { browser: './no-json-schema.cjs' }

/** @type {(phase: string) => import('next').NextConfig} */
export default function config(phase) {
  return {
    // Packages are staged from the standalone output; our own host, which runs from the build itself, has no use for it.
    ...(phase === PHASE_PRODUCTION_SERVER ? {} : { output: 'standalone' }),
    outputFileTracingRoot: new URL('..', import.meta.url).pathname,
    outputFileTracingIncludes: {
      // What the host needs: Next traces only what its routes import, and would leave out DuckDB's shared library.
      '/*': [
        './dist/server/**',
        '../node_modules/@duckdb/**',
        '../node_modules/@photostructure/sqlite/**',
        './sample-data/**',
      ],
    },
    poweredByHeader: false,
    // A start waits for no page that nobody opened; each is loaded at its first request.
    experimental: { preloadEntriesOnStart: false },
    reactStrictMode: true,
    devIndicators: false,
    transpilePackages: ['@tidemark/shared'],
    turbopack: {
      // As zod itself asks for them; no other package has modules of these names.
      resolveAlias: {
        '../core/to-json-schema.js': noJsonSchema,
        '../core/json-schema-processors.js': noJsonSchema,
      },
    },
  }
}
