import { createTransport } from 'nodemailer'

/** Sends plain text through the server's SMTP_URL. */
export interface Mailer {
  /** Resolves when the mail server has taken it; fails with what it said. */
  send(mail: Mail): Promise<void>
  close(): void
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

const timeoutMs = 15_000

/** from: the sender, `Tidemark <tidemark@example.com>`. */
export function openMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A mail is text of our own; nothing in it may name a file or an address to load.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (mail) => {
      await transport.sendMail({ from, ...mail })
    },
    close: () => transport.close(),
  }
}
