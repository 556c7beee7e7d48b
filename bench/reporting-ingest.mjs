import { once } from 'node:events'
import { createServer } from 'node:http'
import { constants, setPriority } from 'node:os'

/**
 * Receives reports in its own process at the lowest priority and ignores their content: it stands for another machine.
 * Prints the DSN.
 */
setPriority(constants.priority.PRIORITY_LOW)
const server = createServer((request, response) => void request.resume().once('end', () => response.end('{}')))
await once(server.listen(0, '127.0.0.1'), 'listening')
const address = server.address()
if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
process.on('disconnect', () => process.exit(0))
process.send?.(`http://local@127.0.0.1:${address.port}/1`)
