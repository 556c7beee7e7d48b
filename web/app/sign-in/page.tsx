import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { safeNext } from '@tidemark/shared/accounts/workspace-address'
import { SignInPage } from '@/features/accounts/sign-in-page'
import { mustBeTeam } from '../_workspace/must-be-team'

export const metadata = { title: 'Sign in · Tidemark' }

interface PageProps {
  readonly searchParams: Promise<{ readonly next?: string | readonly string[] }>
}

export default async function Page({ searchParams }: PageProps) {
  const { accounts } = mustBeTeam()
  const { next } = await searchParams
  const goTo = safeNext(typeof next === 'string' ? next : null)
  if ((await accounts.getSignedIn(await headers())) !== null) redirect(goTo)
  return <SignInPage next={goTo} />
}
