import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAuthorityStore } from './authority-store'
import { leadsToChosen } from './certificate-chain'

const openssl = ['/usr/bin/openssl', '/opt/homebrew/bin/openssl', '/usr/local/bin/openssl'].find(existsSync)
if (openssl === undefined) console.warn('No openssl here: the tests of certificates are skipped (1 file).')

const serverUse = 'extendedKeyUsage=serverAuth'
const authority = 'basicConstraints=critical,CA:TRUE'
const team = 'subjectAltName=DNS:team.example,IP:10.0.0.7'

/** Each certificate's name, its issuer (null: itself) and its extensions. */
const plan = [
  ['root', null, [authority]],
  ['other-root', null, [authority]],
  ['middle', 'root', [authority]],
  ['not-authority', 'root', ['basicConstraints=critical,CA:FALSE']],
  ['server', 'root', [team, serverUse]],
  ['below-middle', 'middle', [team, serverUse]],
  ['below-server', 'not-authority', [team, serverUse]],
  ['for-mail', 'root', [team, 'extendedKeyUsage=emailProtection']],
  ['self-signed', null, [team, serverUse]],
] as const
type Name = (typeof plan)[number][0]

describe.skipIf(openssl === undefined)('a certificate that nobody here vouches for', () => {
  let folder: string
  let certificates: ReadonlyMap<Name, X509Certificate>
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-certificates-'))
    certificates = new Map(plan.map(([name, issuer, extensions]) => [name, make(folder, name, issuer, extensions)]))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const soon = new Date(Date.now() + 60_000)
  const all = (names: readonly Name[]) =>
    names.map((name) => {
      const found = certificates.get(name)
      if (found === undefined) throw new Error(name)
      return found
    })

  test.each<[string, readonly Name[], readonly Name[], string, Date, boolean]>([
    ['leads to the chosen authority', ['server'], ['root'], 'team.example', soon, true],
    ['leads to it when that is sent along', ['server', 'root'], ['root'], 'team.example', soon, true],
    ['leads to it over another one', ['below-middle', 'middle'], ['root'], 'team.example', soon, true],
    ['is for an address', ['server'], ['root'], '10.0.0.7', soon, true],
    ['was chosen itself', ['self-signed'], ['self-signed'], 'team.example', soon, true],
    ['leads to one among several', ['server'], ['other-root', 'root'], 'team.example', soon, true],
    ['leads to an authority that was not chosen', ['server', 'root'], ['other-root'], 'team.example', soon, false],
    ['lacks what is between it and the authority', ['below-middle'], ['root'], 'team.example', soon, false],
    ['brings the wrong one in between', ['below-middle', 'other-root'], ['root'], 'team.example', soon, false],
    ['was signed by no authority', ['below-server', 'not-authority'], ['root'], 'team.example', soon, false],
    [
      'was signed by what is no authority, though chosen',
      ['below-server'],
      ['not-authority'],
      'team.example',
      soon,
      false,
    ],
    ['is for another name', ['server'], ['root'], 'team.example.evil', soon, false],
    ['is for another address', ['server'], ['root'], '10.0.0.8', soon, false],
    ['is for mail', ['for-mail'], ['root'], 'team.example', soon, false],
    ['has ended', ['server'], ['root'], 'team.example', new Date('2099-01-01'), false],
    ['has not begun', ['server'], ['root'], 'team.example', new Date('2001-01-01'), false],
    ['was chosen itself, for another name', ['self-signed'], ['self-signed'], 'other.example', soon, false],
    ['is none', [], ['root'], 'team.example', soon, false],
  ])('that %s', (_what, chain, chosen, host, now, isAccepted) => {
    expect(leadsToChosen(all(chain), all(chosen), host, now)).toBe(isAccepted)
  })

  test('is kept as a copy when it was chosen, and forgotten when told to', () => {
    const home = mkdtempSync(join(folder, 'home-'))
    const log = { error: () => undefined, info: () => undefined, debug: () => undefined }
    const bundle = join(folder, 'bundle.pem')
    writeFileSync(bundle, `Our authorities\n${all(['root', 'middle']).join('\n')}`)
    openAuthorityStore(home, log).choose(bundle)
    rmSync(bundle)
    const subjects = () => openAuthorityStore(home, log).authorities.map(({ subject }) => subject)
    expect(subjects()).toEqual(['CN=root', 'CN=middle'])
    expect(() => openAuthorityStore(home, log).choose(join(folder, 'server.key'))).toThrow(/not valid/)
    expect(subjects()).toHaveLength(2)
    writeFileSync(join(home, 'authorities.pem'), 'damaged')
    expect(subjects()).toEqual([])
    openAuthorityStore(home, log).forget()
    expect(existsSync(join(home, 'authorities.pem'))).toBe(false)
  })
})

function make(cwd: string, name: string, issuer: string | null, extensions: readonly string[]): X509Certificate {
  const run = (...args: string[]) => execFileSync(openssl ?? '', args, { cwd, stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', `${name}.key`]
  run('req', ...key, '-out', `${name}.csr`, '-subj', `/CN=${name}`)
  writeFileSync(join(cwd, `${name}.ext`), extensions.join('\n'))
  const by = issuer === null ? ['-signkey', `${name}.key`] : ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`]
  const serial = issuer === null ? [] : ['-CAcreateserial']
  run(
    'x509',
    '-req',
    '-in',
    `${name}.csr`,
    '-out',
    `${name}.pem`,
    '-days',
    '30',
    '-extfile',
    `${name}.ext`,
    ...by,
    ...serial,
  )
  return new X509Certificate(readFileSync(join(cwd, `${name}.pem`)))
}
