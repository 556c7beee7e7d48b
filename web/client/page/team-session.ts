import type { SessionInfo, WorkspaceSummary } from '@tidemark/shared/accounts/session-info'
import { usePageEnvironment } from './page-environment'

/** Who is signed in on this page, which workspace it shows, and which others there are. */
export interface TeamSession {
  readonly person: SessionInfo['person']
  readonly workspace: WorkspaceSummary
  readonly workspaces: readonly WorkspaceSummary[]
  /** False where the server lets this person make none. */
  readonly mayCreateWorkspaces?: boolean | undefined
}

/** null in local mode, where nobody signs in. */
export function useTeamSession(): TeamSession | null {
  return usePageEnvironment().team
}
