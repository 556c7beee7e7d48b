import type { X509Certificate } from 'node:crypto'

const serverUse = '1.3.6.1.5.5.7.3.1'

/**
 * Returns true if a server's certificate is a chosen one, or leads to one by valid signatures, for this host and at
 * this time. chain: as the server sent it, its own certificate first. chosen: authorities, or a server's own
 * certificate.
 *
 * Chromium has checked everything else: it asks only about chains whose sole fault is an unknown authority.
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
  // Of Node's two lists of uses this is the extended key usage of RFC 5280. Without one, a certificate may be used for
  // anything.
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
