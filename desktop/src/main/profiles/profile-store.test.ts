import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseTeamOrigin } from './profile'
import { openProfileStore } from './profile-store'

const now = new Date('2026-03-01T10:00:00Z')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-profiles-'))
})

afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

describe('the profiles of a person', () => {
  it('are none at the first start, and kept from then on', () => {
    const store = openProfileStore(folder, now)
    expect(store.active).toBeNull()
    const local = store.addLocal('This computer')
    const team = store.addTeam('https://team.example.org')
    store.activate(local.id)
    const again = openProfileStore(folder, now)
    expect(again.active).toEqual(local)
    expect(again.profiles).toEqual([local, team])
  })

  it('keep the port of each', () => {
    const { port } = openProfileStore(folder, now).addLocal('This computer')
    expect(openProfileStore(folder, now).active).toMatchObject({ port })
  })

  it('have one for each team server', () => {
    const store = openProfileStore(folder, now)
    expect(store.addTeam('https://a.example')).toEqual(store.addTeam('https://a.example'))
    expect(store.addTeam('https://b.example').id).toBe('team-2')
  })

  it('are found again when the name of a team’s server is as long as names may be', () => {
    const origin = `https://${['a', 'b', 'c'].map((letter) => letter.repeat(60)).join('.')}.example`
    const store = openProfileStore(folder, now)
    store.addLocal('This computer')
    const team = store.addTeam(origin)
    const again = openProfileStore(folder, now)
    expect([again.notice, again.active]).toEqual([null, team])
    expect(team.origin).toBe(origin)
  })

  it('stay as they are, with their ports and names, when one of the list is damaged', () => {
    const store = openProfileStore(folder, now)
    const kept = [store.addLocal('This computer'), store.addTeam('https://team.example.org')]
    mkdirSync(join(folder, 'profiles', 'local', 'data'), { recursive: true })
    mkdirSync(join(folder, 'profiles', 'local-2', 'data'), { recursive: true })
    const damaged = { kind: 'local', id: 'local-2', name: 'Second', port: 'none' }
    const text = JSON.stringify({ version: 1, activeId: 'team', profiles: [damaged, ...kept] })
    writeFileSync(join(folder, 'profiles.json'), text)
    const again = openProfileStore(folder, now)
    expect(again.notice).toContain('damaged')
    expect(again.active).toEqual(kept[1])
    expect(again.profiles).toEqual([...kept, expect.objectContaining({ id: 'local-2', name: 'Recovered: local-2' })])
  })

  it.each([
    '',
    '{"version":1',
    '[]',
    '{"version":1,"activeId":null,"profiles":[{"kind":"team","id":"x","name":"x","origin":"http://a"}]}',
  ])('are made anew from their folders when the list reads %j, and the damaged list is kept', (text) => {
    mkdirSync(join(folder, 'profiles', 'local', 'data'), { recursive: true })
    mkdirSync(join(folder, 'profiles', 'Not a profile', 'data'), { recursive: true })
    writeFileSync(join(folder, 'profiles.json'), text)
    const store = openProfileStore(folder, now)
    expect(store.active).toMatchObject({ id: 'local', kind: 'local' })
    expect(store.profiles).toHaveLength(1)
    expect(store.notice).toContain('damaged')
    const aside = readdirSync(folder).find((name) => name.includes('damaged'))
    expect(readFileSync(join(folder, aside ?? ''), 'utf8')).toBe(text)
  })

  it('are left alone when a newer version wrote them', () => {
    const text = '{"version":2,"profiles":{}}'
    writeFileSync(join(folder, 'profiles.json'), text)
    expect(() => openProfileStore(folder, now)).toThrow(expect.objectContaining({ code: 'store-newer' }))
    expect(readFileSync(join(folder, 'profiles.json'), 'utf8')).toBe(text)
  })

  it('stay as they were when the list cannot be written', () => {
    const store = openProfileStore(folder, now)
    store.addLocal('This computer')
    rmSync(join(folder, 'profiles.json'))
    mkdirSync(join(folder, 'profiles.json', 'in the way'), { recursive: true })
    expect(() => store.addTeam('https://team.example.org')).toThrow(
      expect.objectContaining({ code: 'data-folder-unusable' }),
    )
    expect(store.profiles).toHaveLength(1)
  })
})

it.each([
  ['https://team.example.org/', 'https://team.example.org'],
  ['  team.example.org/dashboards ', 'https://team.example.org'],
  ['team.example.org:8443', 'https://team.example.org:8443'],
  ['http://team.example.org', null],
  ['https://user:pass@team.example.org', null],
  ['file:///etc/passwd', null],
  ['javascript:alert(1)', null],
  ['', null],
  ['https://', null],
])('the address of a team %j is %j', (text, origin) => {
  expect(parseTeamOrigin(text)).toBe(origin)
})
