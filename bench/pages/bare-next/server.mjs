import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import next from 'next'

// Runs Next as Tidemark's host does, so that only the pages differ.
const port = Number(process.argv[2])
const server = createServer()
const dir = fileURLToPath(new URL('.', import.meta.url))
const app = next({ dev: false, dir, hostname: '127.0.0.1', port, httpServer: server })
await app.prepare()
const handle = app.getRequestHandler()
server.on('request', (request, response) => void handle(request, response))
server.listen(port, '127.0.0.1', () => console.log('ready to answer'))
