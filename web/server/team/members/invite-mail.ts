import type { Mailer } from '../accounts/mailer'

interface InviteMail {
  readonly to: string
  readonly link: string
  readonly invitedBy: string | null
  readonly workspaceName: string
}

/** Fails when the mail server does not take it. */
export async function sendInvite(mailer: Mailer, { to, link, invitedBy, workspaceName }: InviteMail): Promise<void> {
  const who = invitedBy === null ? 'Somebody' : oneLine(invitedBy)
  await mailer.send({
    to,
    subject: `Join ${oneLine(workspaceName)} on Tidemark`,
    text: `${who} has invited you to the workspace “${oneLine(workspaceName)}” on Tidemark.

Open this link to join. It works once, within 7 days:

${link}

If you do not know what this is about, you can ignore this mail.
`,
  })
}

/** People choose these names; none of them may look like a paragraph of ours. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
