import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const timeoutMs = 2_000
const listening = '0A'

/** Resolves to true if this process could listen on a port of this machine. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer()
  return await new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/**
 * Finds the program that listens on a port of this machine, like `node (process 4711)`; null if this person may not see
 * it.
 */
export async function findPortHolder(port: number): Promise<string | null> {
  switch (process.platform) {
    case 'linux':
      return findOnLinux(port)
    case 'win32':
      return pidFrom(
        await outputOf('netstat.exe', ['-ano', '-p', 'TCP']),
        new RegExp(`:${port}\\s+\\S+\\s+LISTENING\\s+(\\d+)`),
      )
    default: {
      const output = await outputOf('/usr/sbin/lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'])
      const name = /^c(.+)$/m.exec(output)?.[1]
      const pid = /^p(\d+)$/m.exec(output)?.[1]
      return pid === undefined ? null : `${name ?? 'a program'} (process ${pid})`
    }
  }
}

function findOnLinux(port: number): string | null {
  const inode = inodeOf(port)
  if (inode === null) return null
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const isHolder = readdirSync(`/proc/${pid}/fd`).some(
        (fd) => linkOf(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`,
      )
      if (isHolder) return `${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()} (process ${pid})`
    } catch {
      // The process belongs to another person or has just ended.
      continue
    }
  }
  return null
}

function inodeOf(port: number): string | null {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n')) {
    const fields = line.trim().split(/\s+/)
    if (fields[1]?.endsWith(suffix) && fields[3] === listening) return fields[9] ?? null
  }
  return null
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    // The file was closed after it was listed.
    return null
  }
}

function pidFrom(output: string, pattern: RegExp): string | null {
  const pid = pattern.exec(output)?.[1]
  return pid === undefined ? null : `process ${pid}`
}

/** Returns a program's output; empty if it is missing or fails, and the message then names no program. */
async function outputOf(program: string, args: readonly string[]): Promise<string> {
  return await new Promise((resolve) => {
    execFile(program, args, { timeout: timeoutMs, windowsHide: true }, (error, stdout) => resolve(error ? '' : stdout))
  })
}
