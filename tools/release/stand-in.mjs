import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Marks the program of each package that was built without Electron. A package with the mark is never published. */
export const standInMark = 'TIDEMARK STAND-IN FOR ELECTRON: NOT A RELEASE'

const says = `${standInMark}. It takes Electron's place where packages are tested, and opens no window.`
/**
 * The fuses in Electron's binary: the marker that Electron's own tool searches for, the version, the count, and each
 * fuse as on or removed.
 */
const fuseWire = `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX${String.fromCharCode(1, 9)}010001011`

/** A program that prints what it is. */
const script = `#!/bin/sh
echo "${says}" >&2
exit 1
# ${fuseWire}
`

/**
 * Creates the files of an Electron that cannot run, for machines that cannot have one: everything that electron-builder
 * changes (names, icons, fuses, resources) is there.
 *
 * @param {string} folder made anew
 * @param {'darwin' | 'linux' | 'win32'} platform win32 needs `makensis`
 * @param {string} version of Electron
 */
export function makeStandIn(folder, platform, version) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const write = (/** @type {string} */ path, /** @type {string} */ text, mode = 0o644) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
    chmodSync(join(folder, path), mode)
  }
  write('LICENSE', `${says}\n`)
  write('LICENSES.chromium.html', `<p>${says}</p>\n`)
  write('version', version)
  if (platform === 'linux') {
    write('electron', script, 0o755)
    write('chrome-sandbox', script, 0o755)
    write('locales/en-US.pak', '')
    write('resources/.keep', '')
  }
  if (platform === 'win32') {
    write('resources/.keep', '')
    write('locales/en-US.pak', '')
    makeWindowsProgram(folder)
  }
  if (platform === 'darwin') makeMacApp(folder, write)
}

/** Creates a real PE with the version resource that electron-builder edits. @param {string} folder */
function makeWindowsProgram(folder) {
  const source = join(folder, 'stand-in.nsi')
  const field = (/** @type {string} */ name, /** @type {string} */ value) =>
    `VIAddVersionKey /LANG=1033 "${name}" "${value}"`
  writeFileSync(
    source,
    [
      'Unicode true',
      'Name "Electron"',
      `OutFile "${join(folder, 'electron.exe')}"`,
      'SilentInstall silent',
      'RequestExecutionLevel user',
      'VIProductVersion "1.0.0.0"',
      field('ProductName', 'Electron'),
      field('FileDescription', 'Electron'),
      field('FileVersion', '1.0.0.0'),
      field('OriginalFilename', 'electron.exe'),
      field('InternalName', 'electron.exe'),
      field('LegalCopyright', standInMark),
      'Section',
      'SetErrorLevel 1',
      'SectionEnd',
    ].join('\n'),
  )
  execFileSync('makensis', ['-V1', '-NOCD', source], { stdio: 'inherit' })
  rmSync(source)
  appendFileSync(join(folder, 'electron.exe'), `\n${says}\n${fuseWire}\n`, 'latin1')
}

/**
 * Creates the bundle of a Mac app with its helpers, and a framework whose parts are links as in the real one.
 *
 * @param {string} folder @param {(path: string, text: string, mode?: number) => void} write
 */
function makeMacApp(folder, write) {
  const contents = 'Electron.app/Contents'
  write(`${contents}/Info.plist`, plist({ CFBundleExecutable: 'Electron', CFBundleIconFile: 'electron.icns' }))
  write(`${contents}/MacOS/Electron`, script, 0o755)
  write(`${contents}/PkgInfo`, 'APPL????')
  write(`${contents}/Resources/electron.icns`, '')
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const helper = `${contents}/Frameworks/Electron Helper${kind}.app/Contents`
    write(`${helper}/Info.plist`, plist({ CFBundleExecutable: `Electron Helper${kind}` }))
    write(`${helper}/MacOS/Electron Helper${kind}`, script, 0o755)
  }
  const framework = `${contents}/Frameworks/Electron Framework.framework`
  write(`${framework}/Versions/A/Electron Framework`, script, 0o755)
  write(`${framework}/Versions/A/Resources/Info.plist`, plist({ CFBundleExecutable: 'Electron Framework' }))
  symlinkSync('A', join(folder, framework, 'Versions', 'Current'))
  for (const name of ['Electron Framework', 'Resources']) {
    symlinkSync(`Versions/Current/${name}`, join(folder, framework, name))
  }
}

/** @param {Readonly<Record<string, string>>} values */
function plist(values) {
  const all = { CFBundlePackageType: 'APPL', CFBundleVersion: '1', ...values }
  const entries = Object.entries(all).map(([key, value]) => `<key>${key}</key><string>${value}</string>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>${entries.join('')}</dict></plist>
`
}

/**
 * Creates a folder like that of electron-builder's AppImage tools, with the system's programs and, in place of the
 * runtime, a script that unpacks and runs the image.
 *
 * @param {string} folder made anew
 * @param {(program: string) => string | null} findProgram
 */
export function makeAppImageTools(folder, findProgram) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'runtimes'), { recursive: true })
  for (const program of ['mksquashfs', 'desktop-file-validate']) {
    const path = findProgram(program)
    if (path === null) throw new Error(`an AppImage needs ${program}`)
    symlinkSync(path, join(folder, program))
  }
  for (const arch of ['x64', 'arm64']) {
    mkdirSync(join(folder, 'lib', arch), { recursive: true })
    writeFileSync(join(folder, 'runtimes', `runtime-${arch}`), appImageRuntime())
  }
}

/** Returns a script padded to the length that it states, so that it finds the image behind it. */
function appImageRuntime() {
  const length = 4096
  const text = `#!/bin/sh
# ${says}
folder=$(mktemp -d)
unsquashfs -q -n -o ${length} -d "$folder/app" "$0" >/dev/null
APPDIR="$folder/app" "$folder/app/AppRun" "$@"
status=$?
rm -rf "$folder"
exit $status
`
  return text.padEnd(length, '#')
}
