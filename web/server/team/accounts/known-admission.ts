import { getRequestStore } from '@/server/http/request-store'
import type { AdmittedPerson } from '../signed-in'

/** The person whom a request's cookie signs in, as read just before the request was handed on; to be used once. */
export interface KnownAdmission {
  readonly cookie: string
  admitted: AdmittedPerson | null
}

/** The admission already read for the running request; null for another cookie, and the second time: it is read anew then. */
export function takeKnownAdmission(cookie: string): AdmittedPerson | null {
  const known = getRequestStore()?.admission
  if (known?.cookie !== cookie) return null
  const { admitted } = known
  known.admitted = null
  return admitted
}
