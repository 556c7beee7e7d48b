import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server that stores the mails it receives, for tests. */
export interface MailServer {
  readonly url: string
  readonly mails: { readonly to: readonly string[]; readonly text: string }[]
  /** True makes it refuse every mail. */
  isRefusing: boolean
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (started.isRefusing) return done(new Error('mailbox full'))
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, text: decodeMail(Buffer.concat(chunks).toString('utf8')) })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo // it listens on TCP
  const started: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    isRefusing: false,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return started
}

/** Decodes quoted-printable, which breaks long lines. */
function decodeMail(raw: string): string {
  const bytes = raw
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
