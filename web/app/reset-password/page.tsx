import { ResetPasswordPage } from '@/features/accounts/reset-password-page'
import { mustBeTeam } from '../_workspace/must-be-team'

export const metadata = { title: 'Choose a new password · Tidemark' }

// Rendered per request, because local mode, which is only known at run time, has no such page.
export const dynamic = 'force-dynamic'

export default function Page() {
  mustBeTeam()
  return <ResetPasswordPage />
}
