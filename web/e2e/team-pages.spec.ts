import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { dashboardOf, push, sqlChart } from './fixtures'
import { expect, test, type Person } from './team-fixtures'

test.slow()

/** Every page of the app as its file, with addresses that it answers. Those in team mode begin with the workspace's. */
const pagesByFile: Readonly<Record<string, readonly string[]>> = {
  '[[...path]]': ['/', '/data/kept', '/dashboards/all'],
  'app-shell': ['/app-shell'],
  'forgot-password': ['/forgot-password'],
  gallery: ['/gallery'],
  invite: ['/invite'],
  'reset-password': ['/reset-password'],
  'set-up': ['/set-up'],
  'sign-in': ['/sign-in'],
  'sign-in/desktop': ['/sign-in/desktop'],
  'two-factor': ['/two-factor'],
  'w/[workspace]/[[...path]]': [
    ...[
      '',
      '/ask',
      '/ask?table=tbl_part',
      '/draft',
      '/data',
      '/inbox',
      '/trash',
      '/nothing/here',
      '/connections/local',
    ],
    ...['open', 'part', 'kept', 'inside'].flatMap((id) => [`/data/${id}`, `/charts/count-${id}`]),
    ...['/charts/renamed', '/dashboards/all', '/dashboards/all?f.by=cnry', '/dashboards/closed', '/settings'],
    ...['workspace', 'appearance', 'desktop', 'members', 'tokens', 'audit', 'flags', 'account', 'reports', 'about'].map(
      (section) => `/settings/${section}`,
    ),
    ...['links', 'subscriptions', 'alerts', 'jobs'].map((section) => `/settings/${section}`),
  ],
}

/** Matches data that no page of a person may have. */
const secretsOf = (closed: readonly string[], isViewer: boolean): RegExp =>
  new RegExp(
    [
      ...closed.flatMap((id) => [`cnry_${id}`, `tbl_${id}`]),
      'cnry_part_c_\\d',
      // The text of a chart over data that one may ask about names columns.
      ...(isViewer ? ['cnry_\\w+_(a_\\d|said|file|left)', 'cnry_part_name_c'] : []),
    ].join('|'),
    'g',
  )

test('no page has data that its reader may not see, as HTML or as the payload of a navigation', async ({
  team,
  owner,
}) => {
  const files = readdirSync(join(import.meta.dirname, '../app'), { recursive: true, encoding: 'utf8' })
  const found = files.filter((file) => /(^|\/)page\.tsx$/.test(file)).map((file) => file.replace(/\/page\.tsx$/, ''))
  expect(found.toSorted()).toEqual(Object.keys(pagesByFile).toSorted())

  const workspace = await team.workspaceOf(owner, 'Pages')
  const headers = { 'x-tidemark-workspace': workspace.id }
  const [manager, explorer, viewer, stranger] = [
    await team.join(owner, workspace, 'Manager', 'editor'),
    await team.join(owner, workspace, 'Explorer', 'explorer'),
    await team.join(owner, workspace, 'Viewer', 'viewer'),
    await team.join(owner, workspace, 'Stranger', 'viewer'),
  ]
  const names = ['open', 'part', 'kept', 'inside']
  for (const id of names) {
    const rows = Array.from({ length: 12 }, (_, row) => `cnry_${id}_a_${row},${row},cnry_${id}_c_${row}`)
    const data = [`a,n,cnry_${id}_name_c`, ...rows, `cnry_${id}_left,x,y,one,too,many`].join('\n')
    const asked = new URLSearchParams({ fileName: `tbl_${id}.csv`, id, name: id, badRows: 'leave-out' })
    expect((await owner.api.post(`/api/datasets?${asked.toString()}`, { data, headers })).status()).toBe(201)
    const newer = new URLSearchParams({ fileName: `cnry_${id}_file.csv`, badRows: 'leave-out' })
    const replaced = await owner.api.post(`/api/datasets/${id}/versions?${newer.toString()}`, { data, headers })
    expect(replaced.status()).toBe(200)
  }
  const to = ({ id }: Person, level: string) => ({ to: { kind: 'person', userId: id }, level })
  await push(
    owner.api,
    [
      ['createFolder', { id: 'closed', parentId: null, name: 'Closed', order: 'a0' }],
      ['keepFolder', { id: 'closed', first: [to(manager, 'edit')] }],
      ['updateDataset', { id: 'inside', folderId: 'closed' }],
      ['keepDataset', { id: 'kept', first: [to(manager, 'sql'), to(viewer, 'results')] }],
      ['restrictColumns', { id: 'part', columns: ['cnry_part_name_c'], isRestricted: true }],
      ...names.map((id) => ['updateDataset', { id, description: `cnry_${id}_said` }] as const),
      ...names.map((id) => sqlChart(`count-${id}`, 'Count', `select count(*) from tbl_${id}`)),
      sqlChart('renamed', 'Renamed', 'select "cnry_part_name_c" as x from tbl_part', { type: 'table' }),
      ...dashboardOf('all', 'All', [...names.map((id) => `count-${id}`), 'renamed']),
      ...dashboardOf('closed', 'Closed', ['count-inside']),
      ['updateDashboard', { id: 'closed', folderId: 'closed' }],
    ],
    { headers },
  )
  const read = async ({ api }: Person, path: string, more: Readonly<Record<string, string>> = {}) => {
    const response = await api.get(path, { headers: more })
    return { type: response.headers()['content-type'] ?? '', text: await response.text() }
  }
  const within = `/w/${workspace.slug}`
  const addresses = Object.entries(pagesByFile).flatMap(([file, paths]) =>
    paths.map((path) => (file.startsWith('w/') ? `${within}${path}` : path)),
  )
  const pagesOf = async (person: Person, paths: readonly string[]) => {
    const pages: { readonly what: string; readonly text: string }[] = []
    for (const path of paths) {
      const html = await read(person, path)
      expect([path, html.type]).toEqual([path, 'text/html; charset=utf-8'])
      pages.push({ what: `HTML of ${path}`, text: html.text })
      const payload = await read(person, path, { rsc: '1' })
      expect([path, payload.type]).toEqual([path, 'text/x-component'])
      pages.push({ what: `payload of ${path}`, text: payload.text })
    }
    return pages
  }

  // Who may, has them, and what they asked for is in the cache when the others ask.
  const shown = ['/data/kept', '/dashboards/all', '/charts/renamed'].map((path) => `${within}${path}`)
  const seen = await pagesOf(manager, shown)
  const hasIn = (what: string, text: RegExp) => seen.filter((page) => page.what === what && text.test(page.text)).length
  for (const kind of ['HTML', 'payload']) {
    expect(hasIn(`${kind} of ${within}/data/kept`, /cnry_kept_said/)).toBe(1)
    expect(hasIn(`${kind} of ${within}/dashboards/all`, /cnry_part_c_3/)).toBe(1)
    expect(hasIn(`${kind} of ${within}/charts/renamed`, /cnry_part_c_3/)).toBe(1)
  }
  const readers: readonly (readonly [Person, RegExp])[] = [
    [explorer, secretsOf(['kept', 'inside'], false)],
    [viewer, secretsOf(['inside'], true)],
    [stranger, secretsOf(['kept', 'inside'], true)],
  ]
  for (const [person, secrets] of readers)
    for (const { what, text } of await pagesOf(person, addresses))
      expect([person.name, what, [...new Set(text.match(secrets))]]).toEqual([person.name, what, []])
})
