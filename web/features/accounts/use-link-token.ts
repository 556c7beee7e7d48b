'use client'

import { useEffect, useState } from 'react'

/**
 * Returns the secret of a link: the part after `#`, which browsers never send to a server. null until hydration; empty
 * if the link was cut off.
 */
export function useLinkToken(): string | null {
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    const read = () => setToken(window.location.hash.slice(1))
    read()
    // Pasting another link over this one does not reload the page.
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return token
}
