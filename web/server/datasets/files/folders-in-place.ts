import { realpathSync } from 'node:fs'
import { opendir, realpath, stat } from 'node:fs/promises'
import { extname, isAbsolute, join, relative, sep } from 'node:path'
import type { FileInPlace } from '@tidemark/shared/datasets/file-in-place'
import { unpackedName } from '../upload/unpack-gzip'

/** Folders of this machine whose files are read where they are (`TIDEMARK_FOLDERS`); never in team mode. */
export interface FoldersInPlace {
  /**
   * Returns the real path of a file inside one of the folders; null for any other file, also one to which a link leads.
   */
  resolve(path: string): Promise<string | null>
  /** Lists the files with known extensions, by path. Skips hidden files and folders, linked folders, and links out of the folders. */
  list(): Promise<readonly FileInPlace[]>
}

const maxListedFiles = 1_000
const maxDepth = 8
const endings: ReadonlySet<string> = new Set(
  '.csv .tsv .tab .parquet .pq .json .geojson .ndjson .jsonl .xlsx .xlsm .sqlite .sqlite3 .db .db3 .zip'.split(' '),
)

/** Opens the folders. folders: as configured; missing ones are reported and skipped. */
export function openFoldersInPlace(
  folders: readonly string[],
  onMissing: (folder: string, cause: unknown) => void,
): FoldersInPlace {
  const roots = folders.flatMap((folder) => {
    try {
      return [realpathSync(folder)]
    } catch (cause) {
      onMissing(folder, cause)
      return []
    }
  })
  const isInside = (path: string) =>
    roots.some((root) => {
      const rest = relative(root, path)
      return rest !== '' && rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest)
    })
  const resolveFile = async (path: string): Promise<string | null> => {
    if (!isAbsolute(path)) return null
    const real = await realpath(path).catch(() => null)
    if (real === null || !isInside(real)) return null
    return (await stat(real)).isFile() ? real : null
  }
  return {
    resolve: resolveFile,
    list: async () => {
      const found: FileInPlace[] = []
      for (const root of roots) {
        const base = join(root, '..')
        for await (const path of walk(root, 0)) {
          if (found.length === maxListedFiles) return found
          const real = await resolveFile(path)
          if (real === null) continue
          const { size, mtimeMs } = await stat(real)
          found.push({
            path: real,
            shownPath: relative(base, path).split(sep).join('/'),
            sizeBytes: size,
            changedAt: Math.round(mtimeMs),
          })
        }
      }
      return found.sort((a, b) => a.shownPath.localeCompare(b.shownPath, 'en'))
    },
  }
}

/** Lists a folder's files. Linked folders are skipped, because they may form a cycle. */
async function* walk(folder: string, depth: number): AsyncGenerator<string> {
  if (depth > maxDepth) return
  // An unreadable folder is treated as empty.
  const entries = await opendir(folder).catch(() => null)
  if (entries === null) return
  for await (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(path, depth + 1)
    else if (endings.has(extname(unpackedName(entry.name)).toLowerCase())) yield path
  }
}
