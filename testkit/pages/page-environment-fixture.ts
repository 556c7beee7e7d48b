import type { PageEnvironment } from '@/client/page/page-environment'

/** The environment of a page in tests that render a part of one. */
export const testPageEnvironment: PageEnvironment = {
  locale: 'en-GB',
  now: 0,
  viewportWidth: 1280,
  isDesktopApp: false,
  version: '0',
  buildId: '',
  chartHost: null,
  databaseName: 'test',
  team: null,
}
