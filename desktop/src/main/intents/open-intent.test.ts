import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseLink, readArguments, wholeArguments } from './open-intent'

describe('a tidemark:// link', () => {
  it.each([
    ['tidemark://open', { kind: 'go', path: '/' }],
    ['tidemark://open/dashboards/Ab_c-1', { kind: 'go', path: '/dashboards/Ab_c-1' }],
    ['tidemark://open/charts/abc?sql=DROP%20TABLE#x', { kind: 'go', path: '/charts/abc' }],
    ['TIDEMARK://open/data', { kind: 'go', path: '/data' }],
    [
      'tidemark://connect?url=https%3A%2F%2Fteam.example.org%2Fx',
      { kind: 'connect', origin: 'https://team.example.org' },
    ],
    [`tidemark://signed-in?code=${'aB-_'.repeat(8)}`, { kind: 'signed-in', code: 'aB-_'.repeat(8) }],
  ])('%s is read', (link, intent) => {
    expect(parseLink(link)).toEqual(intent)
  })

  it.each([
    'tidemark://run?sql=SELECT%201',
    'tidemark://open//evil.example/x',
    'tidemark://open/../../etc/passwd',
    'tidemark://open/api/datasets',
    'tidemark://open/charts/a%2F..%2Fb',
    'tidemark://open/charts/<script>',
    'tidemark://user@open/data',
    'tidemark://open:80/data',
    'tidemark://connect?url=http://team.example.org',
    'tidemark://connect?url=javascript:alert(1)',
    'tidemark://connect',
    'tidemark://signed-in',
    'tidemark://signed-in?code=short',
    'https://open/data',
    'tidemark:',
    'nonsense',
    `tidemark://open/data/${'x'.repeat(5_000)}`,
  ])('%s is refused with a reason', (link) => {
    expect(parseLink(link)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/\w/) })
  })
})

describe('a command line', () => {
  it('opens its data files and links, in their order, and nothing else', () => {
    const argv = [
      '--inspect',
      'sales.CSV',
      '/data/b.parquet',
      '-x.csv',
      'notes.txt',
      'tidemark://open/data',
      '.',
      's.db',
    ]
    expect(readArguments(argv, '/home/ana')).toEqual([
      { kind: 'file', path: '/home/ana/sales.CSV' },
      { kind: 'file', path: '/data/b.parquet' },
      { kind: 'go', path: '/data' },
      { kind: 'file', path: '/home/ana/s.db' },
    ])
  })

  it('means the same from any folder once its paths are whole', () => {
    const argv = ['--inspect', 'sales.csv', '/data/b.parquet', 'tidemark://open/data']
    expect(wholeArguments(argv, '/home/ana')).toEqual([
      '/home/ana/sales.csv',
      '/data/b.parquet',
      'tidemark://open/data',
    ])
  })

  it('names a file that is there and holds no data, which is then told', () => {
    expect(readArguments([basename(import.meta.filename), '.'], import.meta.dirname)).toEqual([
      { kind: 'file', path: import.meta.filename },
    ])
  })

  it('may hold what no file system looks up, which is told too, and the rest is opened', () => {
    const long = 'x'.repeat(5_000)
    expect(readArguments([long, 'stock.csv'], '/home/ana')).toEqual([
      { kind: 'file', path: `/home/ana/${long}` },
      { kind: 'file', path: '/home/ana/stock.csv' },
    ])
  })
})
