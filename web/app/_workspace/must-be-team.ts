import { notFound } from 'next/navigation'
import type { TeamServices } from '@/server/team/team-services'
import { mustGetServices } from '@/server/services'

/** For pages about signing in: there are none in local mode. */
export function mustBeTeam(): TeamServices {
  const { team } = mustGetServices()
  if (team === null) notFound()
  return team
}
