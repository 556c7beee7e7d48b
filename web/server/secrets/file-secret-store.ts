import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import { createTaskQueue } from '../store/task-queue'
import type { KeyRing } from './key-ring'
import { openText, sealText, sealedTextSchema, type SealedText } from './sealed-text'
import type { SecretStore } from './secret-store'

const fileSchema = z.object({ version: z.literal(1), secrets: z.record(z.string(), sealedTextSchema) })
type Secrets = Readonly<Record<string, SealedText>>

/**
 * Opens the file `secrets.json` of a data folder, for local mode with its one workspace. Writes replace the whole file,
 * so a crash leaves the old or the new one. Passwords encrypted with an earlier key are encrypted with the current one.
 * Fails with `store-corrupt`.
 */
export async function openFileSecretStore(dataDir: string, keys: KeyRing): Promise<SecretStore> {
  const path = join(dataDir, 'secrets.json')
  const writes = createTaskQueue()
  let secrets = await readSecrets(path)

  const replace = (change: (current: Secrets) => Secrets) =>
    writes.run(async () => {
      const next = change(secrets)
      await writeWhole(path, JSON.stringify({ version: 1, secrets: next }))
      secrets = next
    })

  const isOld = Object.values(secrets).some(({ keyId }) => keyId !== keys.current.id && keys.byId.has(keyId))
  if (isOld) await replace((current) => sealAnew(keys, current))

  return {
    get: async (_orgId, id) => {
      const sealed = Object.hasOwn(secrets, id) ? secrets[id] : undefined
      return sealed === undefined ? undefined : (openText(keys, id, sealed) ?? undefined)
    },
    set: (_orgId, id, password) => replace((current) => ({ ...current, [id]: sealText(keys, id, password) })),
    delete: (_orgId, id) =>
      replace((current) => Object.fromEntries(Object.entries(current).filter(([other]) => other !== id))),
    countLocked: async () => Object.values(secrets).filter(({ keyId }) => !keys.byId.has(keyId)).length,
  }
}

function sealAnew(keys: KeyRing, secrets: Secrets): Secrets {
  return Object.fromEntries(
    Object.entries(secrets).map(([id, sealed]) => {
      const text = openText(keys, id, sealed)
      // A password whose key is missing is kept, because the key may come back.
      return [id, text === null ? sealed : sealText(keys, id, text)]
    }),
  )
}

async function readSecrets(path: string): Promise<Secrets> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(path, 'utf8'))).secrets
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return {}
    throw new TidemarkError('store-corrupt', {
      detail: `${path} cannot be read.`,
      hint: 'Move it away and start again; the passwords of connections must then be entered again.',
      cause,
    })
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
}
