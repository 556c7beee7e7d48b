'use client'

import { useEffect, useState } from 'react'
import { reportCaught } from '@/client/observability/report-caught'

/** Clears this browser of those who signed out, once; how many of their unsent changes stay here for their return. */
export function useForgetting(): number {
  const [keptCount, setKeptCount] = useState(0)
  useEffect(() => {
    // The code that knows the databases is fetched after the form can be used.
    void import('@/client/unsent/forget-person')
      .then(({ forgetThoseWhoLeft }) => forgetThoseWhoLeft())
      .then(setKeptCount, reportCaught)
  }, [])
  return keptCount
}
