import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files that a browser stores so that Tidemark starts without this server. */
export interface OfflineBuild {
  /** The id of the build. A page of another build shows that a new version is available. */
  readonly id: string
  /** The service worker with the list of the build's files. */
  readonly workerScript: string
}

/** Reads the build in `webDir`; null where there is none. */
export function readOfflineBuild({
  serverDir,
  webDir,
}: {
  readonly serverDir: string
  readonly webDir: string
}): OfflineBuild | null {
  const idPath = join(webDir, '.next', 'BUILD_ID')
  const workerPath = join(serverDir, 'service-worker.js')
  if (!existsSync(idPath) || !existsSync(workerPath)) return null
  const id = readFileSync(idPath, 'utf8').trim()
  const files = readdirSync(join(webDir, '.next', 'static'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map(
      (entry) =>
        `/_next/${join(entry.parentPath, entry.name)
          .slice(join(webDir, '.next').length + 1)
          .replaceAll('\\', '/')}`,
    )
    .sort()
  const script = readFileSync(workerPath, 'utf8')
  return { id, workerScript: `const tidemarkBuild = ${JSON.stringify({ id, files })};\n${script}` }
}
