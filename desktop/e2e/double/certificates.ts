import { X509Certificate } from 'node:crypto'
import { connect, type DetailedPeerCertificate } from 'node:tls'
import type { Certificate, Request } from 'electron'

const authorityInvalid = -202

/**
 * Returns Electron's request about a server's certificate that Chromium does not trust; null if it is trusted or
 * missing.
 */
export async function presentedCertificate({ hostname, port }: URL): Promise<Request | null> {
  return await new Promise((resolve) => {
    const socket = connect(
      { host: hostname, port: Number(port || 443), servername: hostname, rejectUnauthorized: false },
      () => {
        const peer = socket.getPeerCertificate(true)
        const isTrusted = socket.authorized
        socket.destroy()
        if (isTrusted) return resolve(null)
        const certificate = toCertificate(peer)
        resolve({
          hostname,
          certificate,
          validatedCertificate: certificate,
          isIssuedByKnownRoot: false,
          verificationResult: 'net::ERR_CERT_AUTHORITY_INVALID',
          errorCode: authorityInvalid,
        })
      },
    )
    socket.once('error', () => resolve(null))
  })
}

/** Converts a certificate to the members that the app reads; Electron's own has more. */
function toCertificate(peer: DetailedPeerCertificate): Certificate {
  const { issuerCertificate: issuer, raw } = peer
  const isLast = issuer === undefined || issuer.fingerprint256 === peer.fingerprint256
  const known = { data: new X509Certificate(raw).toString(), ...(isLast ? {} : { issuerCert: toCertificate(issuer) }) }
  return known as Certificate
}
