import type { Actor } from '@tidemark/shared/access/actor'

/** Who asks, for the log and reports: somebody who is signed in, and in which workspace where that is known. */
export type Asker = Pick<Actor, 'userId'> & Partial<Pick<Actor, 'orgId'>>
