import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const openssl = ['/usr/bin/openssl', '/opt/homebrew/bin/openssl', '/usr/local/bin/openssl'].find(existsSync)

/** A team's server in an organisation with its own certificate authority. Tests set its page. */
export class PageServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'tidemark-team-'))
  /** The received requests, with their headers. */
  readonly requests: { readonly path: string; readonly headers: Readonly<Record<string, unknown>> }[] = []
  origin = ''
  /** The redirect targets, by path. */
  readonly redirectsByPath = new Map<string, string>()
  #server: Server | null = null

  /** The file of its certificate authority. */
  get authorityPath(): string {
    return join(this.folder, 'authority.pem')
  }

  async start(html: string): Promise<void> {
    this.#certify()
    const [key, cert] = ['server.key', 'server.pem'].map((file) => readFileSync(join(this.folder, file)))
    if (key === undefined || cert === undefined) throw new Error('openssl made no certificate')
    const server = createServer({ key, cert }, ({ url = '', headers }, response) => {
      this.requests.push({ path: url, headers })
      const location = this.redirectsByPath.get(url)
      if (location !== undefined) return void response.writeHead(302, { location }).end()
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
    })
    this.#server = server
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // A TCP server has an address of this form.
    this.origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    const server = this.#server
    server?.closeAllConnections()
    await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)))
    rmSync(this.folder, { recursive: true, force: true })
  }

  #certify(): void {
    if (openssl === undefined) throw new Error('there is no openssl here')
    const run = (...args: string[]) => execFileSync(openssl, args, { cwd: this.folder, stdio: 'pipe' })
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    run('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'authority.pem', '-days', '30', '-subj', '/CN=Corp CA')
    run('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=team')
    writeFileSync(join(this.folder, 'ext'), 'subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth\n')
    const signed = ['-CA', 'authority.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'ext', '-days', '20']
    run('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...signed)
  }
}
