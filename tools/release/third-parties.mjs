import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { repositoryRoot } from '../repository-root.mjs'
import { runCommand } from '../run-command.mjs'
import { isLeftOut } from '../build/stage-desktop.mjs'

export const licencesName = 'THIRD-PARTY-LICENCES.txt'

const componentSchema = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  licenses: z.optional(
    z.array(
      z.looseObject({
        license: z.optional(z.looseObject({ id: z.optional(z.string()) })),
        expression: z.optional(z.string()),
      }),
    ),
  ),
})
const bomSchema = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ version: z.string() }) }),
  components: z.array(componentSchema),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.optional(z.array(z.string())) })),
})

/** A bill of materials in the CycloneDX format. @typedef {z.infer<typeof bomSchema>} Bom */

/** @param {string} path @returns {Bom} */
export function readBom(path) {
  return bomSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
}

/**
 * Returns the third-party content of a release: npm's list of what the lockfile installs to run Tidemark, on every
 * packaged system, and Electron.
 *
 * @returns {Promise<Bom>}
 */
export async function makeBom() {
  // `--omit dev` would also omit packages used both to run and to develop.
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
  const { exitCode, output } = await runCommand('npm', args, {
    cwd: repositoryRoot,
    shell: process.platform === 'win32',
    env: { NODE_ENV: undefined, npm_config_omit: undefined },
  })
  if (exitCode !== 0) throw new Error(`npm sbom failed:\n${output}`)
  const bom = bomSchema.parse(JSON.parse(output.slice(output.indexOf('{'))))
  const own = readPackage('.')
  const electron = readPackage('node_modules/electron')
  const locked = lockedPackages()
  const components = bom.components.filter(({ name, version }) => {
    return (
      !name.startsWith('@tidemark/') && isShipped(name) && locked.get(`${name}@${version}`)?.isForDevelopment === false
    )
  })
  const refs = new Set(components.map((component) => component['bom-ref']))
  return {
    ...bom,
    metadata: {
      ...bom.metadata,
      component: { ...bom.metadata.component, type: 'application', name: 'Tidemark', version: own.version },
    },
    components: [
      ...components,
      {
        type: 'framework',
        'bom-ref': `electron@${electron.version}`,
        name: 'electron',
        version: electron.version,
        purl: `pkg:npm/electron@${electron.version}`,
        licenses: [{ license: { id: electron.license } }],
      },
    ],
    dependencies: bom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((name) => refs.has(name)) })),
  }
}

/** Returns only the components of a release. */
export async function shippedPackages() {
  return (await makeBom()).components
}

const platformPart = /[-/](android|darwin|freebsd|linux|openbsd|openharmony|win32|wasm32|linuxmusl)(?:-|$)/
const shippedSystem = /[-/](?:linux|darwin|win32)-(?:x64|arm64)(?:-gnu|-msvc)?$/

/** @param {string} name */
function isShipped(name) {
  return !isLeftOut(name) && (!platformPart.test(name) || shippedSystem.test(name))
}

/**
 * Returns the licences of all third-party content of a package, each text once.
 *
 * @param {Bom['components']} components
 */
export function licencesText(components) {
  const locked = lockedPackages()
  /** @type {Map<string, string[]>} */
  const namesByText = new Map()
  for (const { name, version, licenses } of components) {
    const stated = licenses?.map(({ license, expression }) => expression ?? license?.id ?? '').join(', ') ?? ''
    const text =
      licenceOf(locked.get(`${name}@${version}`)?.folder) ?? `Licence: ${stated || 'as the package it belongs to'}`
    namesByText.set(text, [...(namesByText.get(text) ?? []), `${name} ${version}`])
  }
  const parts = [...namesByText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`)
  return `Tidemark contains the following software of others.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`
}

/**
 * Returns the packages of the lockfile by name and version. If one is in several folders, a copy needed at run time
 * decides.
 *
 * @returns {ReadonlyMap<string, { folder: string, isForDevelopment: boolean }>}
 */
function lockedPackages() {
  const { packages } = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8'))
  /** @type {Map<string, { folder: string, isForDevelopment: boolean }>} */
  const found = new Map()
  for (const [path, entry] of Object.entries(
    /** @type {Record<string, { version?: string, dev?: boolean }>} */ (packages),
  )) {
    if (!path.includes('node_modules/')) continue
    const key = `${path.split('node_modules/').at(-1)}@${entry.version}`
    if (found.get(key)?.isForDevelopment === false) continue
    found.set(key, { folder: join(repositoryRoot, path), isForDevelopment: entry.dev === true })
  }
  return found
}

/** @param {string | undefined} folder */
function licenceOf(folder) {
  if (folder === undefined || !existsSync(folder)) return null
  const names = readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(name))
    .sort()
  const texts = names.map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
  return texts.length === 0 ? null : texts.join('\n\n')
}

/** @param {string} path @returns {{ version: string, license: string }} */
function readPackage(path) {
  return JSON.parse(readFileSync(join(repositoryRoot, path, 'package.json'), 'utf8'))
}
