'use client'

import { useEffect, useState } from 'react'

/**
 * The secret of a link: what stands behind `#`, which browsers send to no server. null until the page has started, empty
 * where the link was cut off.
 */
export function useLinkToken(): string | null {
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    const read = () => setToken(window.location.hash.slice(1))
    read()
    // Another link pasted over this one does not load the page anew.
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return token
}
