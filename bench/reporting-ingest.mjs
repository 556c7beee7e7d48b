import { once } from 'node:events'
import { createServer } from 'node:http'
import { constants, setPriority } from 'node:os'

/** Takes reports in a process of its own, after all others, and reads nothing of them: it stands for another machine. Tells the DSN. */
setPriority(constants.priority.PRIORITY_LOW)
const server = createServer((request, response) => void request.resume().once('end', () => response.end('{}')))
await once(server.listen(0, '127.0.0.1'), 'listening')
const address = server.address()
if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
process.on('disconnect', () => process.exit(0))
process.send?.(`http://local@127.0.0.1:${address.port}/1`)
