import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { PublicLink } from '@tidemark/shared/public-links/public-link'
import { AddressFields } from './public-link-rows'

const link: PublicLink = {
  ...{ id: 'link1', name: 'Board', hint: 'abcd', title: 'Sales', target: { kind: 'dashboard', id: 'board' } },
  ...{ createdBy: 'ann', createdAt: 1, expiresAt: null, hasPassword: false, useCount: 0, lastUsedAt: null },
  ...{ choices: '', fields: {}, freshSeconds: 60, embedOrigins: [], isSignedOnly: false },
  ...{ state: 'works', mayChange: true },
}

function fieldsOf(changes: Partial<PublicLink>): string {
  vi.stubGlobal('window', { location: { origin: 'https://tidemark.example.com' } })
  const text = renderToStaticMarkup(<AddressFields made={{ link: { ...link, ...changes }, token: 'secret' }} />)
  vi.unstubAllGlobals()
  return text
}

test('a new link says who can open it', () => {
  expect(fieldsOf({})).toContain('Anyone who has it can open it.')
  expect(fieldsOf({ hasPassword: true })).toContain('Anyone who has it and its password can open it.')
})

test('a link that opens only signed tells its id, and the address in words', () => {
  const text = fieldsOf({ isSignedOnly: true })
  expect(text).toContain('value="link1"')
  expect(text).toContain('https://tidemark.example.com/embed/signed/&lt;token&gt;/')
})
