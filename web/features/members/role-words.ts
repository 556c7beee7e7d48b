import type { Role } from '@tidemark/shared/access/roles'

/** The name of each role, and what it may do. */
export const roleWords = {
  viewer: { name: 'Viewer', text: 'Sees dashboards and results.' },
  explorer: { name: 'Explorer', text: 'Also asks questions of the data.' },
  editor: { name: 'Editor', text: 'Also makes and edits charts and dashboards.' },
  admin: { name: 'Admin', text: 'Also manages connections and members.' },
  owner: { name: 'Owner', text: 'May do everything.' },
} as const satisfies Record<Role, { readonly name: string; readonly text: string }>
