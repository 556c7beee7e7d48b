import { InvitePage } from '@/features/members/invite-page'
import { mustBeTeam } from '../_workspace/must-be-team'

export const metadata = { title: 'Join a workspace · Tidemark' }

// Rendered per request, because local mode, which is only known at run time, has no such page.
export const dynamic = 'force-dynamic'

export default function Page() {
  mustBeTeam()
  return <InvitePage />
}
