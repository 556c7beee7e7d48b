import { randomInt } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import { writeFileAtomic } from '../atomic-file'
import {
  maxNameLength,
  profileIdSchema,
  profileSchema,
  type LocalProfile,
  type Profile,
  type ProfileId,
  type TeamProfile,
} from './profile'

const fileSchema = z.object({
  version: z.literal(1),
  activeId: z.nullable(profileIdSchema),
  profiles: z.array(profileSchema),
})
type ProfilesFile = z.infer<typeof fileSchema>

export interface ProfileStore {
  readonly profiles: readonly Profile[]
  readonly active: Profile | null
  /** A sentence on what was repaired when the list was read; null if nothing was. */
  readonly notice: string | null
  /** Returns the profile's own folder, which exists once something was written to it. */
  folderOf(id: ProfileId): string
  /** Adds and activates a profile. Fails with `disk-full` or `data-folder-unusable` and then adds nothing. */
  addLocal(name: string): LocalProfile
  addTeam(origin: string): TeamProfile
  activate(id: ProfileId): void
}

/**
 * Opens the list of this person's profiles, `profiles.json`. A damaged list is put aside and rebuilt from its readable
 * part and the existing folders; no profile's data depends on it. Fails with `store-newer` for a list of a newer
 * version.
 */
export function openProfileStore(folder: string, now: Date): ProfileStore {
  const path = join(folder, 'profiles.json')
  const read = readProfiles(path)
  let file = read.kind === 'read' ? read.file : rebuild(folder, read.kind === 'damaged' ? read.rest : nothing)
  let notice: string | null = null
  if (read.kind === 'damaged') {
    const aside = `${path}.damaged-${now.toISOString().replaceAll(':', '-')}`
    renameSync(path, aside)
    notice = `The list of profiles was damaged. It was put aside as ${aside} and made anew from what could be read of it and the folders beside it.`
    save(file)
  }

  function save(next: ProfilesFile): void {
    writeFileAtomic(path, `${JSON.stringify(next, null, 2)}\n`)
    file = next
  }
  function add<P extends Profile>(profile: P): P {
    save({ ...file, activeId: profile.id, profiles: [...file.profiles, profile] })
    return profile
  }
  return {
    get profiles() {
      return file.profiles
    },
    get active() {
      return file.profiles.find(({ id }) => id === file.activeId) ?? file.profiles[0] ?? null
    },
    notice,
    folderOf: (id) => join(folder, 'profiles', id),
    addLocal: (name) => add({ kind: 'local', id: freeId('local', file.profiles), name, port: freePort(file.profiles) }),
    addTeam: (origin) => {
      const known = file.profiles.find(
        (profile): profile is TeamProfile => profile.kind === 'team' && profile.origin === origin,
      )
      if (known !== undefined) {
        save({ ...file, activeId: known.id })
        return known
      }
      const name = new URL(origin).host.slice(0, maxNameLength)
      return add({ kind: 'team', id: freeId('team', file.profiles), name, origin })
    },
    activate: (id) => save({ ...file, activeId: id }),
  }
}

/** The part of a damaged list that can still be read. */
const restSchema = z.object({
  version: z.literal(1),
  activeId: z.catch(z.nullable(profileIdSchema), null),
  profiles: z.array(z.unknown()),
})
type Rest = Pick<ProfilesFile, 'activeId' | 'profiles'>
const nothing: Rest = { activeId: null, profiles: [] }

type ReadProfiles =
  | { readonly kind: 'read'; readonly file: ProfilesFile }
  | { readonly kind: 'absent' }
  | { readonly kind: 'damaged'; readonly rest: Rest }

function readProfiles(path: string): ReadProfiles {
  if (!existsSync(path)) return { kind: 'absent' }
  const content = parseJson(readFileSync(path, 'utf8'))
  const parsed = fileSchema.safeParse(content)
  if (parsed.success) return { kind: 'read', file: parsed.data }
  const newer = z.object({ version: z.int().check(z.minimum(2)) }).safeParse(content)
  if (!newer.success) return { kind: 'damaged', rest: restOf(content) }
  throw new TidemarkError('store-newer', {
    detail: `${path} has version ${newer.data.version}; this version of Tidemark knows version 1.`,
    hint: 'Start the newer version of Tidemark.',
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An unparsable file is put aside like anything else that is not a list of profiles.
    return null
  }
}

function restOf(content: unknown): Rest {
  const { success, data } = restSchema.safeParse(content)
  if (!success) return nothing
  const profiles = data.profiles.flatMap((entry) => profileSchema.safeParse(entry).data ?? [])
  return { activeId: data.activeId, profiles }
}

/**
 * Adds profiles that a damaged list lacks but whose folders exist: their data is there, their name and port are lost.
 */
function rebuild(folder: string, rest: Rest): ProfilesFile {
  const root = join(folder, 'profiles')
  const profiles: Profile[] = [...rest.profiles]
  for (const name of existsSync(root) ? readdirSync(root).sort() : []) {
    const id = profileIdSchema.safeParse(name)
    if (!id.success || !existsSync(join(root, name, 'data'))) continue
    if (profiles.some((profile) => profile.id === id.data)) continue
    profiles.push({ kind: 'local', id: id.data, name: `Recovered: ${name}`, port: freePort(profiles) })
  }
  return { version: 1, activeId: rest.activeId ?? profiles[0]?.id ?? null, profiles }
}

function freeId(kind: Profile['kind'], profiles: readonly Profile[]): ProfileId {
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? kind : `${kind}-${number}`
    if (!profiles.some((profile) => profile.id === id)) return profileIdSchema.parse(id)
  }
}

/** Picks a free port below the range that systems assign by themselves, so that it is rarely taken later. */
function freePort(profiles: readonly Profile[]): number {
  for (;;) {
    const port = randomInt(20_000, 30_000)
    if (!profiles.some((profile) => profile.kind === 'local' && profile.port === port)) return port
  }
}
