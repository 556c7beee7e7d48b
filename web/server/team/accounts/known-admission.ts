import { getRequestStore } from '@/server/http/request-store'
import type { AdmittedPerson } from '../signed-in'

/** Who a request's cookie signs in, as it was read just before the request was handed on; to be used once. */
export interface KnownAdmission {
  readonly cookie: string
  admitted: AdmittedPerson | null
}

/** What was read for the running request already; null for another cookie, and to whoever asks again: they want it as it is now. */
export function takeKnownAdmission(cookie: string): AdmittedPerson | null {
  const known = getRequestStore()?.admission
  if (known?.cookie !== cookie) return null
  const { admitted } = known
  known.admitted = null
  return admitted
}
