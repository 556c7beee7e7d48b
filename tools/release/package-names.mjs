/**
 * The parts of a package's name.
 *
 * @typedef {{ isStandIn: boolean, version: string, os: 'linux' | 'mac' | 'win', arch: 'x64' | 'arm64',
 *   format: 'AppImage' | 'deb' | 'rpm' | 'tar.gz' | 'dmg' | 'zip' | 'exe' }} PackageName
 */

/** Processors by the names that each format uses. */
const archOf = /** @type {Readonly<Record<string, PackageName['arch']>>} */ ({
  x64: 'x64',
  x86_64: 'x64',
  amd64: 'x64',
  arm64: 'arm64',
  aarch64: 'arm64',
})
const formatsOf = /** @type {Readonly<Record<PackageName['os'], readonly string[]>>} */ ({
  linux: ['AppImage', 'deb', 'rpm', 'tar.gz'],
  mac: ['dmg', 'zip'],
  win: ['exe', 'zip'],
})
const pattern =
  /^tidemark-(STAND-IN-)?(\d+\.\d+\.\d+(?:-(?:alpha|beta)\.\d+)?)-(linux|mac|win)-(\w+)\.(AppImage|deb|rpm|tar\.gz|dmg|zip|exe)$/

/**
 * Parses a name like `tidemark-1.2.3-linux-amd64.deb`; null if it is not a package's.
 *
 * @param {string} name @returns {PackageName | null}
 */
export function readPackageName(name) {
  const [, standIn, version, system, processor = '', format] = pattern.exec(name) ?? []
  const arch = archOf[processor]
  const os = /** @type {PackageName['os']} */ (system) // the pattern knows no other
  if (version === undefined || arch === undefined || !formatsOf[os].includes(format ?? '')) return null
  return { isStandIn: standIn !== undefined, version, os, arch, format: /** @type {PackageName['format']} */ (format) }
}

/** Returns the names of system and processor as Node and native packages write them. @param {PackageName} name */
export function packageTargetOf({ os, arch }) {
  return { os: /** @type {const} */ ({ linux: 'linux', mac: 'darwin', win: 'win32' })[os], arch }
}
