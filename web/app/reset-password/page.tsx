import { ResetPasswordPage } from '@/features/accounts/reset-password-page'
import { mustBeTeam } from '../_workspace/must-be-team'

export const metadata = { title: 'Choose a new password · Tidemark' }

// There is no such page in local mode, which is known only when it runs.
export const dynamic = 'force-dynamic'

export default function Page() {
  mustBeTeam()
  return <ResetPasswordPage />
}
