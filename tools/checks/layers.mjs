/**
 * The layers of the repository and the imports each may make.
 *
 * A file belongs to the first layer whose pattern its path matches. may: the other layers it may import.
 * packages: the only npm packages and Node built-ins it may import; absent if they are not limited. Tests beside the
 * source may also import `testPackages`. never: packages it may not import. typesOnly: packages from which it may
 * import only types. forTests: tests of every layer may import it. neverReaches: packages that nothing it imports at
 * run time may import, directly or indirectly.
 *
 * @typedef {{ name: string, files: RegExp, may: readonly string[], packages?: readonly RegExp[], never?: readonly RegExp[],
 *   typesOnly?: readonly RegExp[], neverReaches?: readonly RegExp[], forTests?: true }} Layer
 */

const pure = [
  /^zod$/,
  /^nanoid$/,
  /^croner$/,
  /^fractional-indexing$/,
  /^d3-(array|format|geo|hierarchy|sankey|scale|shape|time)$/,
  /^topojson-client$/,
  /^(world|us)-atlas$/,
  /^i18n-iso-countries$/,
]
const typesOfShared = [/^replicache$/, /^geojson$/, /^topojson-specification$/]
const nodeBuiltIns = [/^node:/]
const nativeModules = [/^@duckdb\//, /^@photostructure\/sqlite$/, /^node:sqlite$/]

const belowConcepts = ['shared-base', 'shared-access', 'shared-entries', 'shared-query']
const shared = [...belowConcepts, 'shared-concepts', 'shared-sync']
const ofShared = { packages: pure, typesOnly: typesOfShared }
const notInBrowser = [...nodeBuiltIns, ...nativeModules]
const ofBrowser = { never: notInBrowser, neverReaches: notInBrowser }

/** The folders of `web/client`, lowest first: each may import the earlier ones. */
const clientRooms = ['page', 'observability', 'unsent', 'images', 'undo', 'results', 'sync', 'workspace', 'offline']
const client = clientRooms.map((room) => `client/${room}`)

/**
 * The features, lowest first: each may import only earlier ones. What every page needs comes first, then the parts of
 * dashboards and editors, then dashboards, data and the builder, then the editors, and finally the shell.
 */
const features = [
  'messages',
  'preferences',
  'content',
  'commands',
  'favourites',
  'exports',
  'page',
  'accounts',
  'members',
  'history',
  'result-grid',
  'charts',
  'chart-image',
  'parameters',
  'filters',
  'saved-views',
  'access',
  'row-rules',
  'public-links',
  'flags',
  'presence',
  'subscriptions',
  'alerts',
  'comments',
  'dashboards',
  'data',
  'models',
  'dashboard-drafts',
  'builder',
  'connections',
  'chart-editor',
  'definitions',
  'segments',
  'metrics',
  'ask',
  'explore',
  'home',
  'trash',
  'audit',
  'tokens',
  'jobs',
  'settings',
  'shell',
]

/**
 * The folders of `web/server`, lowest first: each may import the earlier ones. Routes are in the folders of what they
 * serve, but form a layer above all of these; the code that composes and starts the server is at the top.
 */
const serverRooms = [
  'base',
  'observability',
  'store',
  'flags',
  'secrets',
  'jobs',
  'engine',
  'sync',
  'connectors',
  'datasets',
  'images',
  'query',
  'documents',
  'dashboard-drafts',
  'history',
  'presence',
  'pokes',
  'sample',
  'operations',
  'team',
  'public-links',
  'subscriptions',
  'alerts',
  'comments',
  'services',
  'http',
  'routes',
  'host',
]
const server = serverRooms.map((room) => `server/${room}`)
/** @type {Readonly<Record<string, RegExp>>} */
const serverFiles = {
  services: /^web\/server\/services\.ts$/,
  routes: /^web\/server\/.*-routes(\.ts)?$/,
  host: /^web\/server\/((create-services|main)\.ts$|desktop\/|chart-host\/start-chart-host\.ts$|http\/(host|api-routes|openapi-routes|openapi-document)\.ts$)/,
}

/** @type {readonly Layer[]} */
export const layers = [
  { name: 'shared-base', files: /^shared\/src\/(base|errors)\//, may: [], ...ofShared },
  { name: 'shared-access', files: /^shared\/src\/access\//, may: ['shared-base'], ...ofShared },
  { name: 'shared-entries', files: /^shared\/src\/entries\//, may: ['shared-base', 'shared-access'], ...ofShared },
  {
    name: 'shared-query',
    files: /^shared\/src\/(query|expressions|builder)\//,
    may: ['shared-base', 'shared-access'],
    ...ofShared,
  },
  {
    name: 'shared-sync',
    files: /^shared\/src\/(sync|ipc|observability)\//,
    may: [...belowConcepts, 'shared-concepts'],
    ...ofShared,
  },
  { name: 'shared-concepts', files: /^shared\/src\//, may: belowConcepts, ...ofShared },

  { name: 'web-ui', files: /^web\/ui\//, may: ['shared-base'], ...ofBrowser },
  ...clientRooms.map((room, index) => ({
    name: `client/${room}`,
    files: new RegExp(`^web/client/${room}/`),
    may: [...shared, ...clientRooms.slice(0, index).map((below) => `client/${below}`)],
    ...ofBrowser,
  })),
  ...features.map((feature, index) => ({
    name: `features/${feature}`,
    files: new RegExp(`^web/features/${feature}/`),
    may: [...shared, 'web-ui', ...client, ...features.slice(0, index).map((below) => `features/${below}`)],
    ...ofBrowser,
  })),
  // Tests may combine several folders.
  { name: 'server/tests', files: /^web\/server\/.*\.test\.ts$/, may: [...shared, ...server] },
  ...['host', 'routes', ...serverRooms.filter((room) => room !== 'host' && room !== 'routes')].map((room) => ({
    name: `server/${room}`,
    files: serverFiles[room] ?? new RegExp(`^web/server/${room}/`),
    may: [...shared, ...server.slice(0, serverRooms.indexOf(room))],
  })),
  {
    name: 'web-app',
    files: /^web\/(app\/|proxy(\.test)?\.ts$|instrumentation)/,
    may: [...shared, 'web-ui', ...client, ...features.map((feature) => `features/${feature}`), ...server],
    never: nativeModules,
    // Next bundles its routes apart from the host: a native module there would be a second copy, or missing.
    neverReaches: nativeModules,
  },
  // Draws documents with the components of the pages, in a worker of the server.
  {
    name: 'web-documents',
    files: /^web\/documents\//,
    may: [
      ...shared,
      'web-ui',
      ...client,
      ...features.map((feature) => `features/${feature}`),
      'server/sync',
      'server/documents',
    ],
    never: nativeModules,
  },
  // Scripts of pages that hold frames of Tidemark, and of the pages in them; a React component for the former.
  { name: 'web-embed', files: /^web\/embed\//, may: [], packages: [/^react$/] },
  // The simulation runs the real client against the real server in one process.
  { name: 'web-sim', files: /^web\/sim\//, may: [...shared, ...client, ...server, 'testkit'] },
  { name: 'tools', files: /^tools\//, may: [] },
  // Fixtures, contracts, cases and servers that only tests, benchmarks and the simulation use.
  {
    name: 'testkit',
    files: /^testkit\//,
    may: [...shared, ...client, ...server, 'web-app', 'tools'],
    forTests: true,
  },
  { name: 'web-e2e', files: /^web\/e2e\//, may: [...shared, 'tools', 'testkit'] },
  { name: 'web-config', files: /^web\/[^/]+$/, may: [] },

  // Runs against the built app, on a double of Electron or on Electron itself.
  { name: 'desktop-e2e', files: /^desktop\/e2e\//, may: [...shared, 'tools', 'testkit'] },
  { name: 'desktop', files: /^desktop\/src\//, may: shared, never: nativeModules },
]

/** Tests of every layer may run real engines. */
export const testPackages = [/^vitest$/, /^fast-check$/, ...nodeBuiltIns, ...nativeModules]
