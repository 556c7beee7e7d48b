import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import { everyone } from '@tidemark/shared/access/actor'
import { describe, expect, test } from 'vitest'
import { hasPostgres } from '@testkit/store/postgres-test-database'
import { ann, setupPostgresStores } from '@testkit/store/postgres-store-bed'
import { folderOf } from '@testkit/store/store-fixtures'

describe.skipIf(!hasPostgres)('the PostgreSQL store, when connections are lost', () => {
  const { database, log, open, put, names, version } = setupPostgresStores()

  test('in the middle of a write, nothing of it is kept, and the next one succeeds', async () => {
    const store = await open()
    await put(store, 'a')
    const interrupted = store.write('acme', ann, async (tx) => {
      await tx.putEntry('folder/b', folderOf('b'), everyone)
      expect(await database().terminate('tidemark writes')).toHaveLength(1)
      await tx.putEntry('folder/c', folderOf('c'), everyone)
    })
    await expect(interrupted).rejects.toMatchObject({ code: 'store-failed', retryable: true })
    expect([await version(store), await names(store)]).toEqual([1, ['a']])
    expect((await put(store, 'b')).version).toBe(2)
  })

  test('before the commit, nothing is kept although every statement had succeeded', async () => {
    const store = await open()
    const interrupted = store.write('acme', ann, async (tx) => {
      await tx.putEntry('folder/a', folderOf('a'), everyone)
      await database().terminate('tidemark writes')
    })
    await expect(interrupted).rejects.toMatchObject({ code: 'store-failed' })
    expect(await version(store)).toBe(0)
  })

  test('after the commit, before its answer: it was written, and is not reported as failed', async () => {
    const proxy = await openProxy(database().url)
    const store = await open(proxy.url)
    await put(store, 'a')
    proxy.cut = 'after the commit'
    expect((await put(store, 'b')).version).toBe(2)
    expect(proxy.cut).toBeNull()
    expect([await version(store), await names(store)]).toEqual([2, ['a', 'b']])
    await store.close()
    await proxy.close()
  })

  test('before the commit has arrived: it was not written, and fails', async () => {
    const proxy = await openProxy(database().url)
    const store = await open(proxy.url)
    await put(store, 'a')
    proxy.cut = 'before the commit'
    await expect(put(store, 'b')).rejects.toMatchObject({ code: 'store-failed', retryable: true })
    expect((await put(store, 'b')).version).toBe(2)
    await store.close()
    await proxy.close()
  })

  test('in the middle of a read, it fails and the next one succeeds', async () => {
    const store = await open()
    await put(store, 'a')
    const interrupted = store.read('acme', async (tx) => {
      await tx.getOrg()
      await database().terminate('tidemark reads')
      await tx.getOrg()
    })
    await expect(interrupted).rejects.toMatchObject({ code: 'store-failed' })
    expect(await names(store)).toEqual(['a'])
  })

  test('while they are idle, nobody notices', async () => {
    const store = await open()
    await put(store, 'a')
    expect(await database().terminate('tidemark writes')).toHaveLength(1)
    expect(await database().terminate('tidemark reads')).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect((await put(store, 'b')).version).toBe(2)
  })

  test('and none can be made, transactions fail until they can be made again', async () => {
    const store = await open()
    await put(store, 'a')
    await database().allowConnections(false)
    await database().terminate('tidemark writes')
    await expect(put(store, 'b')).rejects.toMatchObject({ code: 'store-failed', retryable: true })
    await database().allowConnections(true)
    expect((await put(store, 'b')).version).toBe(2)
    expect(log().errors).toEqual([])
  })
})

interface Proxy {
  readonly url: string
  /** When to cut the next connection that commits; null afterwards. */
  cut: 'before the commit' | 'after the commit' | null
  close(): Promise<void>
}

/** Opens a proxy between the store and PostgreSQL that acts like a network failing at the worst moment. */
async function openProxy(url: string): Promise<Proxy> {
  const target = new URL(url)
  const server = createServer((client) => {
    const upstream = createConnection(Number(target.port), target.hostname)
    const cutNow = () => {
      proxy.cut = null
      client.destroy()
      upstream.destroy()
    }
    let isCommitting = false
    client.on('data', (chunk) => {
      isCommitting = chunk.includes('COMMIT\0')
      if (isCommitting && proxy.cut === 'before the commit') cutNow()
      else upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (isCommitting && proxy.cut === 'after the commit') cutNow()
      else client.write(chunk)
    })
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      from.on('close', () => to.destroy()).on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = new URL(url)
  own.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : ''}`
  const proxy: Proxy = {
    url: own.href,
    cut: null,
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}
