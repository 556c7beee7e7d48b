import { createTransport } from 'nodemailer'

/** Sends plain-text mail through the server's SMTP_URL. */
export interface Mailer {
  /** Resolves when the mail server has accepted the mail; fails with its error. */
  send(mail: Mail): Promise<void>
  close(): void
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

const timeoutMs = 15_000

/** Opens a mailer. from: the sender, `Tidemark <tidemark@example.com>`. */
export function openMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A mail is plain text of our own and must never load a file or an address.
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
