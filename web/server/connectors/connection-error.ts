import { TidemarkError, type ErrorEvidence } from '@tidemark/shared/errors/tidemark-error'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import type { ConnectorSettings } from './connector'
import { textOf } from './rows/text-of'

/** The codes with which connecting to a database server can fail. */
export const connectionErrors: readonly ErrorCode[] = [
  'connection-not-allowed',
  'connection-host',
  'connection-port',
  'connection-tls',
  'connection-user',
  'connection-database',
  'connection-busy',
  'connection-failed',
  'connection-password',
]

/** Returns the code of a driver's or Node's error; undefined if it has none. */
export function codeOfFailure(thrown: unknown): string | undefined {
  const code: unknown = typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, 'code') : undefined
  if (typeof code === 'string') return code
  // All addresses of a name failed; the first failure stands for all.
  return thrown instanceof AggregateError ? codeOfFailure(thrown.errors[0]) : undefined
}

/** Returns the error for a failure before the database answered: name, port or TLS. Undefined for other failures. */
export function networkError(thrown: unknown, settings: ConnectorSettings): TidemarkError | undefined {
  const { host, port, tls } = settings
  const code = codeOfFailure(thrown) ?? ''
  const message = messageOf(thrown)
  const fail = (errorCode: ErrorCode, evidence: ErrorEvidence) =>
    new TidemarkError(errorCode, { ...evidence, cause: thrown })
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NONAME':
      return fail('connection-host', {
        detail: `“${host}” has no address.`,
        hint: 'Check the spelling, and that this machine is on the network the database is in.',
      })
    case 'ECONNREFUSED':
      return fail('connection-port', {
        detail: `${host} refused port ${port}.`,
        hint: 'Check the port, and that the database is running and listens on that address.',
      })
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return fail('connection-port', { detail: `${host} did not answer on port ${port}.`, hint: silenceHint })
  }
  if (/timeout expired|connect(ion)? time(d )?out/i.test(message)) {
    return fail('connection-port', { detail: `${host} did not answer on port ${port} in time.`, hint: silenceHint })
  }
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT' || /does not support SSL/i.test(message)) {
    return fail('connection-tls', {
      detail: `${host} does not offer encryption.`,
      hint: 'Turn encryption on in the database, or choose “No encryption” on a network you trust.',
    })
  }
  if (tls === 'verify' && isOfCertificate(code, message)) {
    return fail('connection-tls', {
      detail: `The server’s certificate was not accepted: ${message}.`,
      hint: 'Add the certificate of the authority that signed it, or choose “Encrypted, certificate not checked”.',
    })
  }
  if (code.startsWith('ERR_SSL') || code === 'EPROTO' || code === 'HANDSHAKE_SSL_ERROR') {
    return fail('connection-tls', { detail: `The encryption could not be agreed on: ${message}.` })
  }
  if (
    code === 'ECONNRESET' ||
    code === 'EPIPE' ||
    code === 'PROTOCOL_CONNECTION_LOST' ||
    /Connection terminated|Connection lost/i.test(message)
  ) {
    return fail('connection-failed', { detail: `${host} ended the connection.`, hint: strangerHint, retryable: true })
  }
  return undefined
}

const silenceHint =
  'A firewall may be in between: this machine must be allowed to reach the port. Or what listens there is not the database.'

/** The hint if a server closes the connection or does not answer like a database. */
export const strangerHint =
  'Try again. If it goes on, check that the database is running and that it is the one that answers at that port.'

/** Returns true if the certificate was rejected. mysql2 replaces TLS's error code by its own but keeps the message. */
function isOfCertificate(code: string, message: string): boolean {
  if (code === 'HANDSHAKE_SSL_ERROR') return /certificate/i.test(message)
  return /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|ERR_TLS_CERT|CERT_|ERR_OSSL)/.test(code)
}

/** Returns the hint for a refusal by the server. */
export function refusalHint(code: ErrorCode, { host, database }: ConnectorSettings): string | undefined {
  switch (code) {
    case 'connection-user':
      return `Check the user’s name and password, and that the user may sign in to ${host} from this machine.`
    case 'connection-database':
      return `Check the spelling of “${database}”, and that the user was granted it.`
    case 'query-refused':
      return 'Connections only read. Write with another tool.'
    default:
      return undefined
  }
}

/** Returns the hint for a table or function that the user has no right to. */
export function grantHint({ user }: Pick<ConnectorSettings, 'user'>): string {
  return `The user “${user}” has no right to it. Whoever administers the database can grant it.`
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Returns the error with the password removed from everything that a person or a log can read. */
export function withoutSecret(error: TidemarkError, { password }: Pick<ConnectorSettings, 'password'>): TidemarkError {
  const evidence = [error.detail, error.hint, error.cause instanceof Error ? error.cause.message : textOf(error.cause)]
  if (password === '' || !evidence.some((text) => text?.includes(password))) return error
  const { code, position, retryable } = error
  const cut = (text: string | undefined) => text && withoutPassword(text, password)
  // The cause is dropped, because a driver's error may quote the password anywhere.
  return new TidemarkError(code, { detail: cut(error.detail), hint: cut(error.hint), position, retryable })
}

/**
 * Removes a password wherever it occurs. A short one is kept inside words, since its letters occur in most of them and
 * reveal nothing there.
 */
function withoutPassword(text: string, password: string): string {
  const isInWord = (at: number) =>
    wordLetter.test(text.charAt(at - 1)) || wordLetter.test(text.charAt(at + password.length))
  return text.replaceAll(password, (found, at: number) =>
    password.length <= mostShortLetters && isInWord(at) ? found : '…',
  )
}

const mostShortLetters = 3
const wordLetter = /[\p{L}\p{N}_]/u
