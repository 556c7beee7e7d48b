import { InvitePage } from '@/features/members/invite-page'
import { mustBeTeam } from '../_workspace/must-be-team'

export const metadata = { title: 'Join a workspace · Tidemark' }

// There is no such page in local mode, which is known only when it runs.
export const dynamic = 'force-dynamic'

export default function Page() {
  mustBeTeam()
  return <InvitePage />
}
