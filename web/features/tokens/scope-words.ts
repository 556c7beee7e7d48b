import type { TokenScope } from '@tidemark/shared/access/grants'

/** The words for what each scope allows. */
export const scopeWords = {
  'content:read': 'Read charts, dashboards and their history',
  'content:write': 'Change charts, dashboards and folders',
  'data:read': 'Read what datasets and connections there are',
  'query:run': 'Run charts and queries',
  'data:notify': 'Say that data has changed',
  'members:manage': 'Read and change members and invites',
} as const satisfies Record<TokenScope, string>
