import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { stylesheetLoadTimeoutMs } from '@tidemark/shared/observability/reporting-constants'
import { expect, test } from 'vitest'

const folderOf = (path: string) => dirname(createRequire(import.meta.url).resolve(`${path}/package.json`))

/** The installed package, and the copy inside Next that its pages really run. */
const copies = ['react-dom', 'next/dist/compiled/react-dom'] as const

test.each(copies)('%s holds a commit for a stylesheet as long as we say', (copy) => {
  const source = (build: string) => readFileSync(join(folderOf(copy), 'cjs', `react-dom-client.${build}.js`), 'utf8')
  // Development builds name the constant; production builds contain its value where the timer is set.
  const named = /SUSPENSEY_STYLESHEET_TIMEOUT = ([\de]+)/.exec(source('development'))?.[1]
  const inlined = /unsuspend\(\);\s*\}\s*\}, ([\de]+) \+ timeoutOffset\)/.exec(source('production'))?.[1]
  expect([Number(named), Number(inlined)]).toEqual([stylesheetLoadTimeoutMs, stylesheetLoadTimeoutMs])
})
