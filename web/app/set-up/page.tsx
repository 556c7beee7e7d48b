import { SetUpPage } from '@/features/accounts/set-up-page'
import { mustBeTeam } from '../_workspace/must-be-team'

export const metadata = { title: 'Set up this server · Tidemark' }

// There is no such page in local mode, which is known only when it runs.
export const dynamic = 'force-dynamic'

export default function Page() {
  mustBeTeam()
  return <SetUpPage />
}
