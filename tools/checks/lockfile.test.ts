import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { forgottenPackages } from './complete-lockfile.mjs'
import { repositoryRoot } from '../repository-root.mjs'

const lockfile = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')) as Parameters<
  typeof forgottenPackages
>[0] // npm wrote it

it('the lockfile names every platform package, or npm ci refuses it: run node tools/checks/complete-lockfile.mjs', () => {
  expect(forgottenPackages(lockfile).map(([path]) => path)).toEqual([])
  expect(Object.keys(lockfile.packages).length).toBeGreaterThan(100)
})

it('a platform package that the lockfile forgets is found, wherever it would be', () => {
  const optionalDependencies = { '@a/b-darwin-arm64': '1.2.3', '@a/b-linux-x64-musl': '1.2.3' }
  const packages = {
    'node_modules/a': { version: '1.2.3', optionalDependencies },
    'node_modules/@a/b-linux-x64-musl': { version: '1.2.3' },
    'node_modules/c/node_modules/a': {
      version: '2.0.0',
      dev: true,
      optionalDependencies: { '@a/b-win32-x64': '2.0.0' },
    },
  }
  expect(forgottenPackages({ packages })).toEqual([
    ['node_modules/@a/b-darwin-arm64', { version: '1.2.3', cpu: ['arm64'], os: ['darwin'], optional: true }],
    [
      'node_modules/c/node_modules/@a/b-win32-x64',
      { version: '2.0.0', cpu: ['x64'], os: ['win32'], dev: true, optional: true },
    ],
  ])
})

it('the lockfile names no registry, so that each machine uses its own', () => {
  const named = Object.entries(lockfile.packages).filter(([, { resolved }]) => resolved?.includes('://'))
  expect(named.map(([path]) => path)).toEqual([])
})
