import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { layers, testPackages } from './layers.mjs'
import { listFiles } from '../list-files.mjs'
import { repositoryRoot } from '../repository-root.mjs'

/**
 * @typedef {{ specifier: string, target: string | null, typesOnly: boolean, line: number }} Import target: the repository path, or null for a package
 * @typedef {{ path: string, line: number, message: string }} Violation
 */

/** A folder with more files than this, not counting tests, should be split. */
const maxFolderFiles = 25

/**
 * Checks every import of `shared`, `web`, `desktop` and `testkit` against `layers.mjs`: static, dynamic, re-exported,
 * `require`d and `import('…')` types. Also checks that there are no import cycles and no crowded folders. root: the
 * folder that contains them.
 *
 * @param {string} root
 * @returns {{ fileCount: number, violations: Violation[] }}
 */
export function checkLayers(root) {
  const paths = ['shared', 'web', 'desktop', 'testkit'].flatMap((folder) => listFiles(root, folder)).filter(isSource)
  /** @type {Map<string, Import[]>} */
  const importsByPath = new Map(paths.map((path) => [path, readImports(root, path)]))
  const violations = paths.flatMap((path) => [
    ...directViolations(path, importsByPath.get(path) ?? []),
    ...reachedViolations(path, importsByPath),
  ])
  violations.push(...circleViolations(importsByPath), ...crowdedFolders([...paths, ...listFiles(root, 'bench')]))
  return { fileCount: paths.length, violations }
}

/** @param {string} path @param {readonly Import[]} imports @returns {Violation[]} */
function directViolations(path, imports) {
  const layer = layerOf(path)
  if (layer === undefined) return [{ path, line: 1, message: 'belongs to no layer of tools/checks/layers.mjs' }]
  /** @type {Violation[]} */
  const violations = []
  for (const { specifier, target, typesOnly, line } of imports) {
    if (target !== null) {
      const targetLayer = layerOf(target)
      if (targetLayer === undefined) {
        if (isSource(target)) violations.push({ path, line, message: `imports ${target}, which belongs to no layer` })
      } else if (isTest(path) && targetLayer.forTests === true) {
        continue
      } else if (targetLayer !== layer && !layer.may.includes(targetLayer.name)) {
        violations.push({ path, line, message: `${layer.name} may not import ${targetLayer.name} (${specifier})` })
      }
      continue
    }
    if (isTest(path) && matches(testPackages, specifier)) continue
    if (typesOnly && matches(layer.typesOnly, specifier)) continue
    const outside = layer.packages !== undefined && !matches(layer.packages, packageOf(specifier))
    if (outside || matches(layer.never, specifier)) {
      violations.push({ path, line, message: `${layer.name} may not import the package ${specifier}` })
    }
  }
  return violations
}

/**
 * Finds the forbidden packages that a file reaches at run time through other files of the repository.
 *
 * @param {string} start @param {ReadonlyMap<string, readonly Import[]>} importsByPath
 * @returns {Violation[]}
 */
function reachedViolations(start, importsByPath) {
  const forbidden = layerOf(start)?.neverReaches
  if (forbidden === undefined || isTest(start)) return []
  /** @type {Violation[]} */
  const violations = []
  /** @type {Map<string, readonly string[]>} */
  const routeByPath = new Map([[start, [start]]])
  for (const [path, route] of routeByPath) {
    for (const { specifier, target, typesOnly, line } of importsByPath.get(path) ?? []) {
      if (typesOnly) continue
      if (target !== null) {
        if (!routeByPath.has(target)) routeByPath.set(target, [...route, target])
      } else if (path !== start && matches(forbidden, specifier)) {
        violations.push({ path: start, line: 1, message: `reaches ${specifier}: ${route.join(' → ')}:${line}` })
      }
    }
  }
  return violations
}

/**
 * Returns one violation per import cycle, including type imports (Tarjan's strongly connected components).
 *
 * @param {ReadonlyMap<string, readonly Import[]>} importsByPath @returns {Violation[]}
 */
function circleViolations(importsByPath) {
  /** @type {Map<string, { index: number, low: number }>} */
  const visited = new Map()
  /** @type {string[]} */
  const stack = []
  /** @type {Violation[]} */
  const violations = []
  /** @param {string} path @returns {number} the lowest index that the file reaches */
  const visit = (path) => {
    const state = { index: visited.size, low: visited.size }
    visited.set(path, state)
    stack.push(path)
    for (const { target } of importsByPath.get(path) ?? []) {
      if (target === null || !importsByPath.has(target)) continue
      const seen = visited.get(target)
      if (seen === undefined) state.low = Math.min(state.low, visit(target))
      else if (stack.includes(target)) state.low = Math.min(state.low, seen.index)
    }
    if (state.low === state.index) {
      const circle = stack.splice(stack.indexOf(path))
      if (circle.length > 1) violations.push({ path, line: 1, message: `import circle: ${circle.join(' → ')}` })
    }
    return state.low
  }
  for (const path of importsByPath.keys()) if (!visited.has(path)) visit(path)
  return violations
}

/** @param {readonly string[]} paths @returns {Violation[]} */
function crowdedFolders(paths) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const path of paths) {
    if (!isSource(path) || isTest(path) || path.endsWith('.spec.ts')) continue
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > maxFolderFiles)
    .map(([path, count]) => ({ path, line: 1, message: `shows ${count} files, more than ${maxFolderFiles}` }))
}

/** @param {string} root @param {string} path @returns {Import[]} */
function readImports(root, path) {
  const source = readFileSync(join(root, path), 'utf8')
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  /** @type {Import[]} */
  const imports = []
  /** @param {unknown} literal @param {boolean} typesOnly @param {number} start */
  const add = (literal, typesOnly, start) => {
    const specifier = stringValue(literal)
    if (specifier === null) return
    const target = resolveInside(root, path, specifier)
    imports.push({ specifier, target, typesOnly, line: source.slice(0, start).split('\n').length })
  }
  new Visitor({
    ImportDeclaration: (node) => {
      const named = node.specifiers
      const allTypes =
        named.length > 0 && named.every((one) => one.type === 'ImportSpecifier' && one.importKind === 'type')
      add(node.source, node.importKind === 'type' || allTypes, node.start)
    },
    ExportNamedDeclaration: (node) => add(node.source, node.exportKind === 'type', node.start),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind === 'type', node.start),
    ImportExpression: (node) => add(node.source, false, node.start),
    TSImportType: (node) => add(node.source, true, node.start),
    TSExternalModuleReference: (node) => add(node.expression, false, node.start),
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') add(node.arguments[0], false, node.start)
    },
  }).visit(program)
  return imports
}

/** @param {unknown} node */
function stringValue(node) {
  if (typeof node !== 'object' || node === null || !('value' in node)) return null
  return typeof node.value === 'string' ? node.value : null
}

/**
 * Returns the repository path of an import, or null for a package.
 *
 * @param {string} root @param {string} from @param {string} specifier
 */
function resolveInside(root, from, specifier) {
  let path = null
  if (specifier.startsWith('.')) path = posix.join(posix.dirname(from), specifier)
  else if (specifier.startsWith('@/')) path = `web/${specifier.slice(2)}`
  else if (specifier.startsWith('@testkit/')) path = specifier.slice(1)
  else if (specifier.startsWith('@tidemark/shared/')) path = `shared/src/${specifier.slice('@tidemark/shared/'.length)}`
  else if (specifier.startsWith('@tidemark/')) path = specifier.slice('@tidemark/'.length)
  if (path === null) return null
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}.mjs`, `${path}/index.ts`, `${path}/index.tsx`]
  return candidates.find((one) => existsSync(join(root, one)) && statSync(join(root, one)).isFile()) ?? path
}

/** @param {string} path */
function layerOf(path) {
  return layers.find((layer) => layer.files.test(path))
}

/** @param {string} specifier */
function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** @param {readonly RegExp[] | undefined} patterns @param {string} specifier */
function matches(patterns, specifier) {
  return patterns?.some((pattern) => pattern.test(specifier)) ?? false
}

/** @param {string} path */
function isSource(path) {
  return /\.(ts|tsx|mts|mjs)$/.test(path) && !path.endsWith('.d.ts')
}

/** @param {string} path */
function isTest(path) {
  return /\.test\.tsx?$/.test(path)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { fileCount, violations } = checkLayers(repositoryRoot)
  for (const { path, line, message } of violations) console.error(`${path}:${line} ${message}`)
  console.log(`layers: ${fileCount} files, ${violations.length} violations`)
  // No files means that the check looked in the wrong place, not that all is well.
  if (violations.length > 0 || fileCount === 0) process.exitCode = 1
}
