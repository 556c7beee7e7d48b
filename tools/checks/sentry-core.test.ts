import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../repository-root.mjs'

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>
}

// npm's own format.
const { packages } = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')) as Lockfile

function versionsOf(name: string): readonly [path: string, version: string | undefined][] {
  return Object.entries(packages).flatMap(([path, { version }]) =>
    path.endsWith(`node_modules/${name}`) ? [[path, version]] : [],
  )
}

test('browser, server and desktop share one Sentry core', () => {
  expect(versionsOf('@sentry/core')).toEqual([['node_modules/@sentry/core', '10.75.0']])
})

test.each([
  ['@sentry/nextjs', '10.75.0'],
  ['@sentry/electron', '7.20.2'],
  ['@sentry/profiling-node', '10.75.0'],
  ['@sentry/node-core', '10.75.0'],
  ['@sentry/browser', '10.75.0'],
])('there is one %s, of the version that fits that core', (name, version) => {
  expect(versionsOf(name)).toEqual([[`node_modules/${name}`, version]])
})
