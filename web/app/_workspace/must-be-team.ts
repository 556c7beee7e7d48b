import { notFound } from 'next/navigation'
import type { TeamServices } from '@/server/team/team-services'
import { mustGetServices } from '@/server/services'

/** Returns the team's services for pages about signing in; shows the not-found page in local mode. */
export function mustBeTeam(): TeamServices {
  const { team } = mustGetServices()
  if (team === null) notFound()
  return team
}
