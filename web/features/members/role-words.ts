import type { Role } from '@tidemark/shared/access/roles'

/** The name of each role, and what it may do. */
export const roleWords = {
  viewer: { name: 'Viewer', text: 'Can see dashboards and results.' },
  explorer: { name: 'Explorer', text: 'Can also ask questions of the data.' },
  editor: { name: 'Editor', text: 'Can also create and edit charts and dashboards.' },
  admin: { name: 'Admin', text: 'Can also manage connections and members.' },
  owner: { name: 'Owner', text: 'Can do everything.' },
} as const satisfies Record<Role, { readonly name: string; readonly text: string }>
