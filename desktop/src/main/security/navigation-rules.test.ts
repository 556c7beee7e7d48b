import { expect, it } from 'vitest'
import { judgeNavigation } from './navigation-rules'

it.each([
  ['http://127.0.0.1:3000/dashboards/a?tab=b', 'here'],
  ['http://127.0.0.1:3000/api/auth/sign-in/oidc?next=%2F', 'sign-in'],
  ['https://example.org/api/auth/sign-in/oidc', 'in-browser'],
  ['https://example.org/docs', 'in-browser'],
  ['http://example.org/', 'refused'],
  ['http://127.0.0.1:3001/', 'refused'],
  ['http://127.0.0.1:3000.example.org/', 'refused'],
  ['http://127.0.0.1:3000@example.org/', 'refused'],
  ['https://user:password@example.org/', 'refused'],
  ['file:///etc/passwd', 'refused'],
  ['javascript:alert(1)', 'refused'],
  ['data:text/html,x', 'refused'],
  ['about:blank', 'refused'],
  ['https://shell.tidemark.invalid/retry', 'refused'],
  ['not an address', 'refused'],
])('a page that goes to %s ends %s', (target, verdict) => {
  expect(judgeNavigation(target, 'http://127.0.0.1:3000')).toBe(verdict)
})

it.each([
  ['https://shell.tidemark.invalid/retry', 'action'],
  ['https://shell.tidemark.invalid.example.org/retry', 'in-browser'],
  ['data:text/html,x', 'refused'],
  ['http://127.0.0.1:3000/', 'refused'],
])('a page of the shell that goes to %s ends %s', (target, verdict) => {
  expect(judgeNavigation(target, null)).toBe(verdict)
})
