import { X509Certificate } from 'node:crypto'
import type { Certificate, Session } from 'electron'
import type { Logger } from '@tidemark/shared/observability/logger'
import { leadsToChosen } from './certificate-chain'

const authorityInvalid = -202
const trusted = 0
const asChromiumSays = -3
const longestChain = 8

/**
 * Lets a session accept certificates of the chosen authorities, for one host only. Any other fault that Chromium finds
 * in a certificate still refuses it.
 */
export function trustAuthorities(
  session: Session,
  host: string,
  authorities: readonly X509Certificate[],
  log: Logger,
): void {
  if (authorities.length === 0) return session.setCertificateVerifyProc(null)
  session.setCertificateVerifyProc(({ hostname, certificate, errorCode }, answer) => {
    const isAsked = errorCode === authorityInvalid && hostname === host
    answer(isAsked && isChosen(certificate, authorities, host, log) ? trusted : asChromiumSays)
  })
}

function isChosen(
  certificate: Certificate,
  authorities: readonly X509Certificate[],
  host: string,
  log: Logger,
): boolean {
  try {
    return leadsToChosen(chainOf(certificate), authorities, host, new Date())
  } catch (thrown) {
    log.error({ err: thrown }, 'A certificate could not be checked.')
    return false
  }
}

function chainOf(certificate: Certificate): readonly X509Certificate[] {
  const chain: X509Certificate[] = []
  // At the end of the chain `issuerCert` is absent, although its type says otherwise.
  let current: Certificate | undefined = certificate
  while (current !== undefined && current !== null && chain.length < longestChain) {
    chain.push(new X509Certificate(current.data))
    current = current.issuerCert
  }
  return chain
}
