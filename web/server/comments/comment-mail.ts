import { commentExcerpt } from '@tidemark/shared/comments/comment-excerpt'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import { htmlText } from '../subscriptions/subscription-mail'

/** The comments of one thread that a mail is about. */
export interface CommentedThread {
  readonly id: string
  readonly dashboard: string
  /** The tile and mark that it is about; empty for the dashboard as a whole. */
  readonly about: string
  readonly link: string
  /** The address where the reader switches these mails off. */
  readonly settings: string
  /** Oldest first, at least one. isMention: it names the reader. */
  readonly comments: readonly { readonly who: string; readonly text: string; readonly isMention: boolean }[]
}

const mostInSubject = 80
const why = 'You get this because a comment names you or answers in a thread of yours.'

/** Writes a mail about new comments of a thread as a text and as HTML. */
export function writeCommentMail({ id, dashboard, about, link, settings, comments }: CommentedThread) {
  const where = commentExcerpt(dashboard, mostInSubject)
  const place = about === '' ? where : `${where} · ${about}`
  const lines = comments.map(({ who, text, isMention }) => ({
    head: `${who} ${isMention ? 'named you' : 'answered'}`,
    text,
  }))
  const [only] = lines
  const subject =
    lines.length === 1 && only !== undefined
      ? `${commentExcerpt(only.head, mostInSubject)} on “${where}”`
      : `${plural('en', lines.length, 'new comment')} on “${where}”`
  const quoted = (text: string) => text.replaceAll(/^/gm, '  ')
  return {
    subject,
    text: `${place}\n\n${lines.map(({ head, text }) => `${head}:\n\n${quoted(text)}\n\n`).join('')}Answer: ${link}\n\n--\n${why}\nSwitch these mails off: ${settings}\n`,
    html: `<!doctype html>
<html lang="en">
<body style="margin:0;padding:16px;background:#ffffff;color:#1b1f24;font:14px/20px system-ui,-apple-system,'Segoe UI',sans-serif">
<p style="margin:0 0 16px;color:#626a73">${htmlText(place)}</p>
${lines
  .map(
    ({ head, text }) =>
      `<p style="margin:0 0 4px;font-weight:600">${htmlText(head)}</p>\n<div style="margin:0 0 16px;padding-left:12px;border-left:2px solid #d5dae0;white-space:pre-wrap">${htmlText(text)}</div>\n`,
  )
  .join('')}<p style="margin:16px 0"><a href="${htmlText(link)}" style="color:#1d5fd1">Answer in Tidemark</a></p>
<p style="margin:24px 0 0;color:#626a73;font-size:12px;line-height:16px">${why} <a href="${htmlText(settings)}" style="color:#626a73">Switch these mails off</a></p>
</body>
</html>
`,
    // Mail programs show the mails of a thread together.
    headers: { References: `<thread-${id}@tidemark>` },
  }
}
