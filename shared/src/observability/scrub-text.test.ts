import { describe, expect, test } from 'vitest'
import { scrubAddress, scrubFileName, scrubMessage, scrubName } from './scrub-text'

describe('a message keeps the words that error messages are made of', () => {
  test.each([
    [
      "Cannot read properties of undefined (reading 'customerName')",
      'Cannot read properties of undefined (reading […])',
    ],
    ['fooBar.baz is not a function', '[…] is not a function'],
    [
      'Something went wrong on our side. Nothing you made was lost.',
      'Something went wrong on our side. Nothing you made was lost.',
    ],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect […]'],
    ['HTTP 503', 'HTTP 503'],
    ['Minified React error #418; visit https://react.dev/errors/418', 'Minified React error #418; visit […]'],
    ['age 42 is too large', '[…] is too large'],
    ['Request to db.internal.example.com failed', 'Request to […] failed'],
    ['column hunter does not exist', 'column […] does not exist'],
    ['could not create the view', 'could not create the view'],
    ['Unknown error', 'Unknown error'],
    ['The query took too long.', 'The query took too long.'],
    ['Failed to load the page from the server', 'Failed to load the page from the server'],
  ])('%s', (message, expected) => {
    expect(scrubMessage(message)).toBe(expected)
  })
})

describe('what a person or a database could have put into a message is masked', () => {
  test.each([
    ['Parser Error: syntax error at or near "hunter2"'],
    ['SELECT hunter FROM accounts'],
    ['error near: select hunter from accounts where x = y'],
    ['postgres://ada:hunter@db.example.com/sales refused'],
    ['no such file: /home/hunter/sales.csv'],
    [String.raw`no such file: C:\Users\hunter\sales.csv`],
    ['mail to hunter@example.com bounced'],
    ['password: hunter'],
    ['password=hunter'],
    ['Authorization: Bearer hunter'],
    ['token hunter'],
    ['password was hunter'],
    ['failed with select hunter from accounts'],
    ['near: with x as (select hunter from accounts)'],
    ['failed from a run: delete from hunter'],
    ['create table hunter'],
    ['drop table if exists hunter'],
    ['alter table hunter add column x'],
    ['update hunter as h set x = y'],
    ['column hunter does not exist'],
    ['relation Hunter does not exist'],
    ['customer Hunter has no plan'],
    ['Request to db.hunter.example.com failed'],
    ['getaddrinfo failed for hunter'],
    ['error hunter'],
    ['hunterHunter.hunter is not a function'],
    ['unexpected value hunter-2f9a'],
    ['unexpected value hunter_2f9a'],
    ['unexpected value HUNTER'],
    ['`hunter` is bad'],
    ["'hunter' is bad"],
    ['first line\nhunter'],
  ])('%s', (message) => {
    const scrubbed = scrubMessage(message)
    expect(scrubbed.toLowerCase()).not.toContain('hunter')
    expect(scrubMessage(scrubbed)).toBe(scrubbed)
  })
})

describe('an address keeps the names of routes alone', () => {
  test.each([
    ['/api/replicache/push?x=1', '/api/replicache/push'],
    ['https://u:p@example.com/api/chart/run-query#x', '/api/chart/run-query'],
    ['/dashboards/V1StGXR8Z5jdHi6B', '/dashboards/[id]'],
    ['/dashboards/[id]', '/dashboards/[id]'],
    ['/dashboards/geheimnis', '/dashboards/[id]'],
    ['/api/datasets/salaries.csv', '/api/datasets/[id]'],
    ['/ada/hunter', '/[id]/[id]'],
    ['/W/hunter', '/[id]/[id]'],
    ['/dashboards/[hunter]', '/dashboards/[id]'],
    ['/w/hunter/dashboards', '/w/[workspace]/dashboards'],
    ['/', '/'],
  ])('%s', (address, expected) => {
    expect(scrubAddress(address)).toBe(expected)
    expect(scrubAddress(expected)).toBe(expected)
  })
})

test.each([
  ['GET /data/abc123?token=x', 'GET /data/[id]'],
  ['render route (app) /page', 'render route (app) […]'],
  ['pageload', 'pageload'],
  ['SELECT * FROM secrets', '[…]'],
  ['/settings/about?x', '/settings/about'],
])('the name %j leaves as %j', (name, expected) => {
  expect(scrubName(name)).toBe(expected)
})

test.each([
  ['/home/ada/src/tidemark/web/dist/server/main.js', 'app:///web/dist/server/main.js'],
  [String.raw`C:\Users\ada\tidemark\node_modules\pg\lib\client.js`, 'app:///node_modules/pg/lib/client.js'],
  ['http://127.0.0.1:3000/_next/static/chunks/4f.js?dpl=x', 'app:///_next/static/chunks/4f.js'],
  ['/home/ada/other.js', 'app:///other.js'],
  ['/srv/web/acme/tidemark/web/dist/server/main.js', 'app:///web/dist/server/main.js'],
  ['/mnt/shared/acme/node_modules/pg/lib/client.js', 'app:///node_modules/pg/lib/client.js'],
  ['/home/ada/desktop/acme/tidemark/web/.next/server/chunks/7.js', 'app:///web/.next/server/chunks/7.js'],
  ['/srv/web/acme/other.js', 'app:///other.js'],
  ['/app/node_modules/next/dist/server/web/adapter.js', 'app:///node_modules/next/dist/server/web/adapter.js'],
  ['https://tidemark.test/w/hunter', 'app:///'],
  ['https://tidemark.test/w/web/dashboards/hunter', 'app:///'],
  ['app:///hunter', 'app:///'],
  ['app:///web/dist/server/main.js', 'app:///web/dist/server/main.js'],
  ['node:internal/timers', 'node:internal/timers'],
])('the file %j is named %j', (path, expected) => {
  expect(scrubFileName(path)).toBe(expected)
  expect(scrubFileName(expected)).toBe(expected)
})
