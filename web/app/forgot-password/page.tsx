import { ForgotPasswordPage } from '@/features/accounts/forgot-password-page'
import { mustGetServices } from '@/server/services'
import { mustBeTeam } from '../_workspace/must-be-team'

export const metadata = { title: 'Choose a new password · Tidemark' }

// Shows what this server can do, so it is not made once for all at the build.
export const dynamic = 'force-dynamic'

export default function Page() {
  mustBeTeam()
  return <ForgotPasswordPage canSendMail={mustGetServices().config.smtpUrl !== undefined} />
}
