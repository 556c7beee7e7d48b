/**
 * Parts of Next that browsers have no use for here, as its own modules name them, and what stands in their place: a tenth of its
 * JavaScript. Nothing else that browsers get names anything so.
 */
export const inPlaceOfNext = {
  '../../../lib/constants': './next-constants.cjs',
  '../build/polyfills/polyfill-module': './can-parse.cjs',
  './reducers/server-action-reducer': './no-server-actions.cjs',
  './unrecognized-action-error': './no-server-actions.cjs',
  './segment-cache/scheduler': './no-prefetching.cjs',
  './scheduler': './no-prefetching.cjs',
  './prefetch': './no-prefetching.cjs',
  './links': './no-prefetching.cjs',
  '../links': './no-prefetching.cjs',
  '../../shared/lib/instant-messages': './no-prefetching.cjs',
  './optimistic-routes': './no-prefetching.cjs',
  './segment-cache/optimistic-routes': './no-prefetching.cjs',
  '../segment-cache/optimistic-routes': './no-prefetching.cjs',
  '../../shared/lib/router/utils/is-bot': './no-crawlers.cjs',
  '../../../shared/lib/router/utils/is-bot': './no-crawlers.cjs',
  './graceful-degrade-boundary': './no-crawlers.cjs',
  '../../../shared/lib/router/utils/interception-routes': './no-interception.cjs',
  '../../../../shared/lib/router/utils/interception-routes': './no-interception.cjs',
  './set-attributes-from-props': './no-script-tags.cjs',
  './navigation.react-server': './no-interrupts.cjs',
  './builtin/global-error': './app/global-error.tsx',
  '../components/builtin/global-error': './app/global-error.tsx',
}
