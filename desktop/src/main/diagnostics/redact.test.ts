import { expect, it } from 'vitest'
import { redact } from './redact'

it.each([
  ['password=hunter2 next', 'password=[removed] next'],
  ['{"password": "two words", "a": 1}', '{"password": [removed], "a": 1}'],
  [String.raw`{"password":"say \"hi\" twice","a":1}`, '{"password":[removed],"a":1}'],
  ['{"password":"cut off in the', '{"password":[removed]'],
  [JSON.stringify({ message: '{"token":"two words","a":1}' }), String.raw`{"message":"{\"token\":[removed],\"a\":1}"}`],
  [
    JSON.stringify({ message: JSON.stringify({ secret: 'say "hi" twice', a: 1 }) }),
    String.raw`{"message":"{\"secret\":[removed],\"a\":1}"}`,
  ],
  ['TIDEMARK_SECRET=abc def', 'TIDEMARK_SECRET=[removed] def'],
  ['Authorization: Bearer abc.def-ghi', 'Authorization: [removed]'],
  ['postgres://ana:pw@db.internal:5432/x failed', 'postgres://[removed] failed'],
  ['GET http://127.0.0.1:24000/api/health', 'GET http://127.0.0.1:24000/api/health'],
  ['mail to ana.b+c@example.org', 'mail to [e-mail]'],
  ['key kJ2c9Xq4v0mD8sW3bT7nY5hL1pF6rZaUeGiOoQwErTy.', 'key [key].'],
  ['/home/anabel/.config/Tidemark', '~/.config/Tidemark'],
  ['user anabel did', 'user [user] did'],
  ['exit code 9 after 500 ms', 'exit code 9 after 500 ms'],
])('a report carries %j as %j', (text, expected) => {
  expect(redact(text, '/home/anabel', 'anabel')).toBe(expected)
})

it('is done in a moment, however long a line is', () => {
  for (const part of ['x', 'a.', '-', 'aB1', 'https://', '"token":', '@']) {
    expect(redact(part.repeat(200_000 / part.length)).length).toBeGreaterThan(0)
  }
})
