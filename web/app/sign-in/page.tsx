import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { passwordAlone, signOnProblemParameter, signOnProblemText } from '@tidemark/shared/accounts/sign-in-ways'
import { safeNext } from '@tidemark/shared/accounts/workspace-address'
import { SignInPage } from '@/features/accounts/sign-in-page'
import { mustBeTeam } from '../_workspace/must-be-team'

export const metadata = { title: 'Sign in · Tidemark' }

interface PageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
}

export default async function Page({ searchParams }: PageProps) {
  const { accounts, singleSignOn } = mustBeTeam()
  const { next, [signOnProblemParameter]: problem } = await searchParams
  const goTo = safeNext(typeof next === 'string' ? next : null)
  if ((await accounts.getSignedIn(await headers())) !== null) redirect(goTo)
  return <SignInPage next={goTo} ways={singleSignOn?.ways ?? passwordAlone} problem={signOnProblemText(problem)} />
}
