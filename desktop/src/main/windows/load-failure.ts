/**
 * Why a page did not load. code: Chromium's net error, below 0. name: Chromium's name of it, like
 * `ERR_NAME_NOT_RESOLVED`.
 */
export interface LoadFailure {
  readonly code: number
  readonly name: string
}

/**
 * authority: the certificate's issuer is unknown, but the person may choose to trust it. certificate: any other fault
 * of it.
 */
type FailureKind = 'authority' | 'certificate' | 'network'

export interface FailureWords {
  readonly kind: FailureKind
  /** A sentence on what happened. */
  readonly what: string
  /** A sentence on how to go on. */
  readonly toDo: string
}

const askOperator = 'Tell whoever runs the server. Until it is fixed, nobody can tell whether this is the right server.'

const known: Readonly<Record<string, FailureWords>> = {
  ERR_CERT_AUTHORITY_INVALID: {
    kind: 'authority',
    what: 'Its certificate comes from no authority this computer trusts, so this may be a different server.',
    toDo: 'If your organisation has a certificate authority of its own, choose its certificate here, or have it added to this system. Ask whoever runs the server for the file.',
  },
  ERR_CERT_DATE_INVALID: {
    kind: 'certificate',
    what: 'Its certificate is out of date, or the clock of this computer is wrong.',
    toDo: `Check date and time of this computer. ${askOperator}`,
  },
  ERR_CERT_COMMON_NAME_INVALID: {
    kind: 'certificate',
    what: 'Its certificate is for another name.',
    toDo: `Check the address. ${askOperator}`,
  },
  ERR_CERT_REVOKED: { kind: 'certificate', what: 'Its certificate was withdrawn.', toDo: askOperator },
  ERR_NAME_NOT_RESOLVED: {
    kind: 'network',
    what: 'No server with that name was found.',
    toDo: 'Check the address and your network.',
  },
  ERR_INTERNET_DISCONNECTED: {
    kind: 'network',
    what: 'This computer is not connected to a network.',
    toDo: 'Connect it, then try again.',
  },
  ERR_CONNECTION_REFUSED: {
    kind: 'network',
    what: 'No server answers there.',
    toDo: 'It may be stopped for a moment. Try again, or ask whoever runs it.',
  },
  ERR_CONNECTION_TIMED_OUT: {
    kind: 'network',
    what: 'The server did not answer in time.',
    toDo: 'Check whether you need your organisation’s network or VPN.',
  },
  ERR_PROXY_CONNECTION_FAILED: {
    kind: 'network',
    what: 'The proxy cannot be reached.',
    toDo: 'Check it in the settings of the desktop app.',
  },
}

/** Returns the words for a failure. Unknown failures keep Chromium's name, so that somebody can look it up. */
export function failureWords({ name }: LoadFailure): FailureWords {
  const found = known[name]
  if (found !== undefined) return found
  if (name.startsWith('ERR_CERT') || name.startsWith('ERR_SSL'))
    return { kind: 'certificate', what: `No secure connection could be made (${name}).`, toDo: askOperator }
  const isOfProxy = name.includes('PROXY') || name.includes('TUNNEL') || name.includes('PAC')
  return {
    kind: 'network',
    what: isOfProxy ? `The proxy blocked the connection (${name}).` : `The connection failed (${name}).`,
    toDo: isOfProxy ? 'Check the proxy in the settings of the desktop app.' : 'Check your network, then try again.',
  }
}
