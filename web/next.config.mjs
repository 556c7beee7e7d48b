/** @type {import('next').NextConfig} */
export default {
  outputFileTracingRoot: new URL('..', import.meta.url).pathname,
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm test` checks all types, with those of the routes; whoever starts Tidemark need not wait for it again.
  typescript: { ignoreBuildErrors: true },
  // Asked for by a build for a release, which takes them away before anything is served.
  productionBrowserSourceMaps: process.env['TIDEMARK_BROWSER_MAPS'] === '1',
  devIndicators: false,
  transpilePackages: ['@tidemark/shared'],
}
