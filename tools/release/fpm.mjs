#!/usr/bin/env node
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

/**
 * Builds a Debian or RPM package with the system's `dpkg-deb` and `rpmbuild`. It is called like fpm, which
 * electron-builder would otherwise download. Supports the arguments that result from `electron-builder.yml`, and
 * refuses others.
 *
 * @typedef {{ type: 'deb' | 'rpm', name: string, version: string, architecture: string, maintainer: string, url: string,
 * vendor: string, license: string, summary: string, description: string, compression: string, priority: string,
 * depends: readonly string[], recommends: readonly string[], afterInstall: string, afterRemove: string,
 * output: string, defines: readonly string[], sources: readonly (readonly [from: string, to: string])[] }} Order
 */

const flags = new Set(['--force', '--debug'])
const known = new Set(
  `-s -t -d --deb-recommends --deb-compression --deb-priority --architecture --after-install --after-remove --description
   --version --package --name --maintainer --vendor --url --license --rpm-os --rpm-compression --rpm-summary
   --rpm-rpmbuild-define`.split(/\s+/),
)

/** @param {readonly string[]} args @returns {Order} */
function readOrder(args) {
  /** @type {Map<string, string[]>} */
  const values = new Map()
  /** @type {(readonly [string, string])[]} */
  const sources = []
  for (let at = 0; at < args.length; at += 1) {
    const given = args[at] ?? ''
    if (flags.has(given)) continue
    if (given.startsWith('-')) {
      const [, name = given, joined] = /^(--[\w-]+)=(.*)$/s.exec(given) ?? []
      if (!known.has(name)) throw new Error(`unknown argument ${name}`)
      values.set(name, [...(values.get(name) ?? []), joined ?? args[(at += 1)] ?? ''])
      continue
    }
    const [from = '', to] = given.split('=')
    if (to === undefined) throw new Error(`${given} is no pair of source and place`)
    sources.push([from, to])
  }
  /** @param {string} name @param {string} [otherwise] */
  const one = (name, otherwise) => {
    const value = values.get(name)?.[0] ?? otherwise
    if (value === undefined) throw new Error(`${name} is missing`)
    return value
  }
  const type = one('-t')
  if (type !== 'deb' && type !== 'rpm') throw new Error(`makes deb and rpm, not ${type}`)
  const [summary = '', ...rest] = one('--description').split('\n')
  return {
    type,
    sources,
    name: one('--name'),
    version: one('--version'),
    architecture: one('--architecture'),
    maintainer: one('--maintainer'),
    vendor: one('--vendor'),
    url: one('--url'),
    license: one('--license', 'unknown'),
    summary: one('--rpm-summary', summary),
    description: rest.join('\n').trim() || summary,
    compression: one(`--${type}-compression`),
    priority: one('--deb-priority', 'optional'),
    depends: values.get('-d') ?? [],
    recommends: values.get('--deb-recommends') ?? [],
    afterInstall: one('--after-install'),
    afterRemove: one('--after-remove'),
    output: one('--package'),
    defines: values.get('--rpm-rpmbuild-define') ?? [],
  }
}

/** Copies the files to where they will be installed. @param {Order} order @param {string} root */
function layOut({ sources }, root) {
  for (const [from, to] of sources) {
    const target = join(root, to)
    mkdirSync(dirname(target), { recursive: true })
    if (statSync(from).isDirectory()) linkOrCopy(from, target)
    else {
      copyFileSync(from, target)
      chmodSync(target, 0o644)
    }
  }
}

/**
 * Links files instead of copying where possible, because there are ten thousand.
 *
 * @param {string} from @param {string} to
 */
function linkOrCopy(from, to) {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'pipe' })
  } catch {
    // The target is on another disk.
    rmSync(to, { recursive: true, force: true })
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  }
}

/** @param {Order} order @param {string} work */
function makeDeb(order, work) {
  const root = join(work, 'root')
  layOut(order, root)
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()
  const files = paths.map((path) => join(root, path)).filter((path) => statSync(path).isFile())
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0)
  const control = join(root, 'DEBIAN')
  mkdirSync(control)
  const sums = files.map(
    (path) => `${createHash('md5').update(readFileSync(path)).digest('hex')}  ${relative(root, path)}`,
  )
  writeFileSync(join(control, 'md5sums'), `${sums.join('\n')}\n`)
  const fields = [
    ['Package', order.name],
    ['Version', order.version],
    ['License', order.license],
    ['Vendor', order.vendor],
    ['Architecture', order.architecture],
    ['Maintainer', order.maintainer],
    ['Installed-Size', String(Math.ceil(bytes / 1024))],
    ['Depends', order.depends.join(', ')],
    ['Recommends', order.recommends.join(', ')],
    ['Section', 'default'],
    ['Priority', order.priority],
    ['Homepage', order.url],
    [
      'Description',
      [order.summary, ...order.description.split('\n').map((line) => ` ${line.trim() || '.'}`)].join('\n'),
    ],
  ]
  const text = fields.filter(([, value]) => value !== '').map(([field, value]) => `${field}: ${value}\n`)
  writeFileSync(join(control, 'control'), text.join(''))
  for (const [script, source] of /** @type {const} */ ([
    ['postinst', order.afterInstall],
    ['postrm', order.afterRemove],
  ])) {
    copyFileSync(source, join(control, script))
    chmodSync(join(control, script), 0o755)
  }
  const compressions = /** @type {Record<string, readonly string[]>} */ ({
    gz: ['-Zgzip', '-z1'],
    none: ['-Znone'],
    xz: ['-Zxz'],
    zst: ['-Zzstd'],
  })
  const compression = compressions[order.compression]
  if (compression === undefined) throw new Error(`unknown compression of a deb: ${order.compression}`)
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', root, order.output], { stdio: 'inherit' })
}

/** @param {Order} order @param {string} work */
function makeRpm(order, work) {
  const root = join(work, 'root')
  layOut(order, root)
  // The app's own folder belongs to the package; folders of the system do not.
  const owned = order.sources.map(([from, to]) => `"${statSync(from).isDirectory() ? to.replace(/\/$/, '') : to}"`)
  const payloads = /** @type {Record<string, string>} */ ({ gzip: 'w1.gzdio', none: 'w0.gzdio', xzmt: 'w6T0.xzdio' })
  const payload = payloads[order.compression]
  if (payload === undefined) throw new Error(`unknown compression of an rpm: ${order.compression}`)
  const spec = join(work, 'package.spec')
  writeFileSync(
    spec,
    `Name: ${order.name}
Version: ${order.version}
Release: 1
Summary: ${order.summary}
License: ${order.license}
Vendor: ${order.vendor}
URL: ${order.url}
AutoReqProv: no
${order.depends.map((name) => `Requires: ${name}\n`).join('')}
%description
${order.description}

%files
%defattr(-,root,root,-)
${owned.join('\n')}

%post -p /bin/bash
${readFileSync(order.afterInstall, 'utf8')}
%postun -p /bin/bash
# An update runs this after the new version has set itself up.
[ "$1" = 0 ] || exit 0
${readFileSync(order.afterRemove, 'utf8')}
`,
  )
  const defines = [
    ...order.defines,
    `_topdir ${work}`,
    `_rpmdir ${work}`,
    '_rpmfilename package.rpm',
    `_binary_payload ${payload}`,
    // Programs and libraries are packaged unchanged: neither stripped nor scanned.
    '__os_install_post %{nil}',
    'debug_package %{nil}',
    '_buildhost localhost',
    '__spec_install_pre /bin/true',
  ]
  const args = ['-bb', '--quiet', '--buildroot', root, '--target', order.architecture]
  execFileSync('rpmbuild', [...args, ...defines.flatMap((text) => ['--define', text]), spec], { stdio: 'inherit' })
  copyFileSync(join(work, 'package.rpm'), order.output)
}

const order = readOrder(process.argv.slice(2))
const work = mkdtempSync(join(dirname(order.output), 'fpm-'))
try {
  if (order.type === 'deb') makeDeb(order, work)
  else makeRpm(order, work)
} finally {
  rmSync(work, { recursive: true, force: true })
}
