import { expect, test } from 'vitest'
import { mustBeOk } from './auth-errors'

const answer = (status: number, body: string) => new Response(body, { status })

test.each([
  [401, '{"code":"INVALID_EMAIL_OR_PASSWORD","message":"Invalid"}', 'sign-in-failed'],
  [401, '', 'not-signed-in'],
  [403, '{"message":"No"}', 'invalid-request'],
  [429, '{}', 'too-many-requests'],
  [500, '{"message":"database or disk is full"}', 'disk-full'],
  [500, '{"message":"could not extend file \\"base/1\\": No space left on device"}', 'disk-full'],
  [500, '{"message":"the connection is closed"}', 'store-failed'],
  [502, '<html>', 'store-failed'],
])('what better-auth answers with %i %s is %s to the caller', async (status, body, code) => {
  await expect(mustBeOk(answer(status, body))).rejects.toMatchObject({ code })
})

test('a yes is let through', async () => {
  await expect(mustBeOk(answer(200, '{}'))).resolves.toBeUndefined()
})
