'use client'

import { useEffect, useState } from 'react'

const keptKey = () => `tidemark-link-token:${window.location.pathname}`

/**
 * Returns the secret of a link: the part after `#`, which browsers never send to a server. null until hydration; empty
 * if the link was cut off. A sign-in at the identity provider leads back without it, so that `keepLinkToken` kept it.
 */
export function useLinkToken(): string | null {
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    const read = () => setToken(window.location.hash.slice(1) || (sessionStorage.getItem(keptKey()) ?? ''))
    read()
    // Pasting another link over this one does not reload the page.
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return token
}

/** Keeps the secret in this tab while its page is left. */
export function keepLinkToken(token: string): void {
  sessionStorage.setItem(keptKey(), token)
}
