import { ForgotPasswordPage } from '@/features/accounts/forgot-password-page'
import { mustGetServices } from '@/server/services'
import { mustBeTeam } from '../_workspace/must-be-team'

export const metadata = { title: 'Choose a new password · Tidemark' }

// Rendered per request, because the page depends on the server's settings.
export const dynamic = 'force-dynamic'

export default function Page() {
  mustBeTeam()
  return <ForgotPasswordPage canSendMail={mustGetServices().config.smtpUrl !== undefined} />
}
