import { inPlaceOfNext } from './in-place-of-next.mjs'

/** @type {import('next').NextConfig} */
export default {
  outputFileTracingRoot: new URL('..', import.meta.url).pathname,
  poweredByHeader: false,
  experimental: {
    // A start waits for no page that nobody opened; each is loaded at its first request.
    preloadEntriesOnStart: false,
    // Few larger files are fewer bytes than many small ones. With five, code is in two of them.
    turbopackChunking: { maxChunkCountPerGroup: 8 },
  },
  reactStrictMode: true,
  // `npm test` checks all types, with those of the routes; whoever starts Tidemark need not wait for it again.
  typescript: { ignoreBuildErrors: true },
  // Asked for by a build for a release, which takes them away before anything is served.
  productionBrowserSourceMaps: process.env['TIDEMARK_BROWSER_MAPS'] === '1',
  devIndicators: false,
  transpilePackages: ['@tidemark/shared'],
  turbopack: {
    resolveAlias: Object.fromEntries(
      Object.entries({
        'next/dist/compiled/process': './no-process.cjs',
        ...inPlaceOfNext,
        // Written by the build. In development it is the package itself: nobody need start anew for a function that is new here.
        ...(process.env.NODE_ENV === 'production' && { 'zod/mini': './dist/browser/zod-mini.js' }),
      }).map(([name, browser]) => [name, { browser }]),
    ),
  },
}
