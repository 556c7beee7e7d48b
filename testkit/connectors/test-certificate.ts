import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A self-signed certificate and its key, in PEM. */
export interface Certificate {
  readonly certificate: string
  readonly key: string
}

const openssl = ['/usr/bin/openssl', '/opt/homebrew/bin/openssl', '/usr/local/bin/openssl'].find(existsSync)

/** Returns true if certificates can be made here. Prints a warning if not. */
export function canMakeCertificates(): boolean {
  if (openssl === undefined) console.warn('No openssl here: the tests of certificates are skipped (1 file).')
  return openssl !== undefined
}

/** Makes a self-signed certificate. names: alternative names in OpenSSL's form, `IP:127.0.0.1` or `DNS:db.example`. */
export function makeCertificate(names: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-certificate-'))
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  const options = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=tidemark-test']
  try {
    execFileSync(
      openssl ?? 'openssl',
      ['req', '-x509', ...options, '-addext', `subjectAltName=${names}`, '-keyout', key, '-out', certificate],
      { stdio: 'ignore' },
    )
    return { certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
