import type { AddressInfo } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** A mail as a mail program reads it. */
interface ReceivedMail {
  readonly to: readonly string[]
  readonly text: string
  /** The address of `List-Unsubscribe`; null if it names none. */
  readonly unsubscribe: string | null
  readonly parsed: ParsedMail
}

/** A real SMTP server that stores the mails it receives, for tests. */
export interface MailServer {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** True makes it refuse every mail. */
  isRefusing: boolean
  /** An address that it refuses, because there is no such mailbox. */
  unknown: string | undefined
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) =>
      done(address === started.unknown ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, session, done) => {
      simpleParser(stream, {}, (failure, parsed) => {
        if (started.isRefusing) return done(new Error('mailbox full'))
        const to = session.envelope.rcptTo.map(({ address }) => address)
        if (!failure) mails.push({ to, text: parsed.text ?? '', unsubscribe: unsubscribeIn(parsed), parsed })
        done(failure)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo // it listens on TCP
  const started: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    isRefusing: false,
    unknown: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return started
}

function unsubscribeIn({ headerLines }: ParsedMail): string | null {
  const line = headerLines.find(({ key }) => key === 'list-unsubscribe')?.line ?? ''
  return /<([^>]+)>/.exec(line)?.[1] ?? null
}
