import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { desktopSignInAddress, isChallenge } from '@tidemark/shared/accounts/desktop-sign-in'
import { singleSignOnAddress } from '@tidemark/shared/accounts/sign-in-ways'
import { FinishSignInPage, OpenAppPage } from '@/features/accounts/desktop-sign-in-page'
import { mustBeTeam } from '../../_workspace/must-be-team'

export const metadata = { title: 'Sign in to the desktop app · Tidemark' }

interface PageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
}

/** The page at which a browser hands a sign-in over to the desktop app, and the one at which the app takes it. */
export default async function Page({ searchParams }: PageProps) {
  const { accounts, singleSignOn } = mustBeTeam()
  const { challenge } = await searchParams
  if (!isChallenge(challenge)) return <FinishSignInPage />
  const person = await accounts.getSignedIn(await headers())
  if (person !== null) return <OpenAppPage challenge={challenge} name={person.name} email={person.email} />
  const own = desktopSignInAddress(challenge)
  redirect(singleSignOn === null ? `/sign-in?next=${encodeURIComponent(own)}` : singleSignOnAddress(own))
}
