import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { isChallenge, readFinish } from '@tidemark/shared/accounts/desktop-sign-in'
import { singleSignOnAddress } from '@tidemark/shared/accounts/sign-in-ways'
import { createBrowserSignIn } from './browser-sign-in'

const origin = 'https://team.example.org'
const code = 'Ab-_'.repeat(8)
const asked = `${origin}${singleSignOnAddress('/w/acme/data?q=a&b#c')}`

it('opens a page with the hash of a secret, and leads back with the secret to where the person was', () => {
  const signIn = createBrowserSignIn()
  const { pathname, searchParams } = new URL(signIn.begin(asked))
  const challenge = searchParams.get('challenge')
  expect([pathname, isChallenge(challenge)]).toEqual(['/sign-in/desktop', true])
  const finish = readFinish(new URL(signIn.finish(code, origin) ?? '', origin).hash)
  expect(finish).toMatchObject({ code, next: '/w/acme/data?q=a&b#c' })
  expect(
    createHash('sha256')
      .update(finish?.verifier ?? '')
      .digest('base64url'),
  ).toBe(challenge)
})

it('ends once, at the server where it was begun, and only the last one', () => {
  const signIn = createBrowserSignIn()
  expect(signIn.finish(code, origin)).toBeNull()
  const first = new URL(signIn.begin(asked)).searchParams.get('challenge')
  const second = new URL(signIn.begin(asked)).searchParams.get('challenge')
  expect(first).not.toBe(second)
  expect(signIn.finish(code, 'https://other.example.org')).toBeNull()
  expect(signIn.finish(code, null)).toBeNull()
  expect(signIn.finish(code, origin)).not.toBeNull()
  expect(signIn.finish(code, origin)).toBeNull()
})
