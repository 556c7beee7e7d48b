import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { safeNext } from '@tidemark/shared/accounts/workspace-address'
import { TwoFactorPage } from '@/features/accounts/two-factor/two-factor-page'
import { mustBeTeam } from '../_workspace/must-be-team'

export const metadata = { title: 'Two-factor authentication · Tidemark' }

interface PageProps {
  readonly searchParams: Promise<{ readonly next?: string | readonly string[] }>
}

export default async function Page({ searchParams }: PageProps) {
  const { accounts, twoFactor } = mustBeTeam()
  const { next } = await searchParams
  const goTo = safeNext(typeof next === 'string' ? next : null)
  const person = await accounts.getSignedIn(await headers())
  if (person === null) redirect(`/sign-in?next=${encodeURIComponent(goTo)}`)
  if ((await twoFactor.state(person)).isOn) redirect(goTo)
  return <TwoFactorPage next={goTo} userId={person.userId} />
}
