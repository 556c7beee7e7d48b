import type { X509Certificate } from 'node:crypto'

const serverUse = '1.3.6.1.5.5.7.3.1'

/**
 * True if a server's certificate is one that was chosen, or leads to one, by valid signatures, for this host and at this
 * moment. chain: as the server sent it, its own first. chosen: authorities, or the very certificate of a server.
 *
 * Chromium has looked at the rest already: it is asked about chains that fail for nothing but their authority.
 */
export function leadsToChosen(
  chain: readonly X509Certificate[],
  chosen: readonly X509Certificate[],
  host: string,
  now: Date,
): boolean {
  const [leaf, ...others] = chain
  if (leaf === undefined || !isFor(leaf, host) || !isValidAt(leaf, now)) return false
  if (chosen.some(({ fingerprint256 }) => fingerprint256 === leaf.fingerprint256)) return true
  let current = leaf
  for (let next = 0; next <= others.length; next += 1) {
    if (chosen.some((authority) => isIssuer(authority, current, now))) return true
    const issuer = others[next]
    if (issuer === undefined || !isIssuer(issuer, current, now)) return false
    current = issuer
  }
  return false
}

function isFor(leaf: X509Certificate, host: string): boolean {
  // Of node's two lists of uses this is the one of RFC 5280's extended key usage; absent, it may be used for anything.
  const uses: readonly string[] | undefined = leaf.keyUsage
  if (uses !== undefined && !uses.includes(serverUse)) return false
  return (/^[\d.]+$|:/.test(host) ? leaf.checkIP(host) : leaf.checkHost(host)) !== undefined
}

function isIssuer(issuer: X509Certificate, issued: X509Certificate, now: Date): boolean {
  return issuer.ca && isValidAt(issuer, now) && issued.checkIssued(issuer) && issued.verify(issuer.publicKey)
}

function isValidAt({ validFrom, validTo }: X509Certificate, now: Date): boolean {
  return Date.parse(validFrom) <= now.getTime() && now.getTime() <= Date.parse(validTo)
}
