'use client'

import { useEffect, useState } from 'react'
import { reportCaught } from '@/client/observability/report-caught'

/**
 * Deletes the data of those who signed out, once; returns how many of their unsent changes are kept for their return.
 */
export function useForgetting(): number {
  const [keptCount, setKeptCount] = useState(0)
  useEffect(() => {
    // Loaded on demand, so that the form is usable before the code for the databases arrives.
    void import('@/client/unsent/forget-person')
      .then(({ forgetThoseWhoLeft }) => forgetThoseWhoLeft())
      .then(setKeptCount, reportCaught)
  }, [])
  return keptCount
}
