import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { writeFileAtomic } from '../atomic-file'
import type { Logger } from '@tidemark/shared/observability/logger'

/** The certificate authorities that the person trusts for team servers, besides the system's. */
export interface AuthorityStore {
  readonly authorities: readonly X509Certificate[]
  /**
   * Replaces the authorities by those in a file. Fails with `invalid-request`, `disk-full` or `data-folder-unusable`.
   */
  choose(path: string): void
  forget(): void
}

const maxFileBytes = 1024 * 1024
const pemPattern = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/**
 * Opens the store, which copies the chosen file into the app's folder because the original may be on a removable drive.
 * If the copy cannot be read, no authority is trusted.
 */
export function openAuthorityStore(folder: string, log: Logger): AuthorityStore {
  const path = join(folder, 'authorities.pem')
  let authorities: readonly X509Certificate[] = []
  try {
    if (existsSync(path)) authorities = parseCertificates(readFileSync(path))
  } catch (thrown) {
    log.error({ err: thrown }, 'The chosen certificates cannot be read.')
  }
  return {
    get authorities() {
      return authorities
    },
    choose: (chosen) => {
      const read = readCertificates(chosen)
      writeFileAtomic(path, read.map((certificate) => certificate.toString()).join(''))
      authorities = read
    },
    forget: () => {
      rmSync(path, { force: true })
      authorities = []
    },
  }
}

function readCertificates(path: string): readonly X509Certificate[] {
  const name = basename(path)
  try {
    if (statSync(path).size > maxFileBytes) throw new Error('it is too large')
    const found = parseCertificates(readFileSync(path))
    if (found.length > 0) return found
  } catch (cause) {
    throw notCertificates(name, cause)
  }
  throw notCertificates(name)
}

/** Parses PEM with one or more certificates, or one certificate in DER. */
function parseCertificates(bytes: Buffer): readonly X509Certificate[] {
  const texts = bytes.toString('latin1').match(pemPattern)
  return texts === null ? [new X509Certificate(bytes)] : texts.map((text) => new X509Certificate(text))
}

function notCertificates(name: string, cause?: unknown): TidemarkError {
  return new TidemarkError('invalid-request', {
    detail: `${name} holds no certificate.`,
    hint: 'Choose the file of the certificate authority: its name mostly ends in .pem, .crt or .cer.',
    cause,
  })
}
