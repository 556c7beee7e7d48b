import { createTransport } from 'nodemailer'

/** Sends mail through the server's SMTP_URL. */
export interface Mailer {
  /** Resolves when the mail server has accepted the mail; fails with its error. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** A mail to one person. html: the same in pictures and colours. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The same for every try, so that a mail program shows a mail that comes twice once. */
  readonly messageId?: string
  readonly attachments?: readonly MailFile[]
}

/** A file of a mail. cid: names a picture that the HTML shows. */
interface MailFile {
  readonly filename: string
  readonly content: Buffer
  readonly contentType: string
  readonly cid?: string
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
    // A mail is made of what we have at hand and must never load a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ headers, attachments, ...mail }) => {
      await transport.sendMail({
        from,
        ...mail,
        ...(headers === undefined ? {} : { headers: { ...headers } }),
        ...(attachments === undefined ? {} : { attachments: [...attachments] }),
      })
    },
    close: () => transport.close(),
  }
}
